// A program of Emscripten sees an environment of its own: give it the one that Node has.
Module["preRun"] = () => Object.assign(ENV, process.env);
