/** What this package throws. Every error has a `code`, which stays the same when the wording of a message changes. */

/** The codes of all errors. */
export type ErrorCode =
  | "ERR_INVALID_TAG"
  | "ERR_TYPE"
  | "ERR_LENGTH"
  | "ERR_VALUE"
  | "ERR_COUNTER"
  | "ERR_STATE"
  | "ERR_ARENA_FULL"
  | "ERR_NOT_READY"
  | "ERR_WASM_FORBIDDEN"
  | "ERR_WASM_UNAVAILABLE";

/** The tag does not belong to this key, nonce, additional data and ciphertext. Nothing of the plaintext is returned. */
export class InvalidTagError extends Error {
  readonly code = "ERR_INVALID_TAG" satisfies ErrorCode;
  override readonly name = "InvalidTagError";

  constructor() {
    super("invalid tag");
  }
}

/** An argument is not of the type that it must be. */
export class ArgumentTypeError extends TypeError {
  readonly code = "ERR_TYPE" satisfies ErrorCode;
}

/** A length, or a number, is outside what is allowed. */
export class ArgumentRangeError extends RangeError {
  readonly code: ErrorCode;

  constructor(message: string, code: "ERR_LENGTH" | "ERR_VALUE" | "ERR_ARENA_FULL" = "ERR_LENGTH") {
    super(message);
    this.code = code;
  }
}

/** The request passes the end of the block counter. Nothing was written. */
export class CounterError extends Error {
  readonly code = "ERR_COUNTER" satisfies ErrorCode;

  constructor() {
    super("arx: counter overflow");
  }
}

/** A call out of order: on an object that has ended, say. */
export class StateError extends Error {
  readonly code = "ERR_STATE" satisfies ErrorCode;
}

/** The WebAssembly module is not there: it is not loaded yet, or cannot be. */
export class ModuleError extends Error {
  readonly code: ErrorCode;

  constructor(message: string, code: "ERR_NOT_READY" | "ERR_WASM_FORBIDDEN" | "ERR_WASM_UNAVAILABLE", cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}
