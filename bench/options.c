#include "options.h"

#include "report.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
  "Usage: polycha-bench [OPTION]...\n"
  "Measures polycha and the other libraries of this machine, in cycles of one core.\n"
  "\n"
  "What to do (one of them; without: a table for each operation, with ratios to the best other library):\n"
  "  --sweep             at every 16th length to 4096 (or --lengths): where the automatic choice is slower than a\n"
  "                      forced backend or another row of a ladder, and where each threshold should be; --what is\n"
  "                      seal, open, chacha20 or poly1305 (default: seal); exit status 1 if it is slower somewhere\n"
  "  --cliffs            at every length to 4097: where one byte more costs over 15 % more (--what as for --sweep)\n"
  "  --radix             the portable Poly1305 kernels one by one\n"
  "  --kernels           every row of the usable backends' ladders alone, as tab-separated cycles per byte\n"
  "  --leaks             whether the time of a call depends on its key, data or tag, by a t-test for each backend\n"
  "                      (of up to 16384 bytes); exit status 1 if leaks that are there on purpose do not show\n"
  "  --startup           what the first call costs, and with --library the size of a shared object\n"
  "\n"
  "What to measure:\n"
  "  --what LIST         operations, as in: seal,open,chacha20,poly1305,chacha12,chacha8,xseal,xopen,\n"
  "                      chacha20-by-16,chacha20-by-64,chacha20-by-256,seal-by-16,seal-by-64,seal-by-256,\n"
  "                      open-by-16,open-by-64,open-by-256\n"
  "                      (by-N: a stream in pieces of N bytes; the length is that of the stream)\n"
  "  --lengths LIST      in bytes, as in: 0,64,1024-4096:512 (from 1024 to 4096 in steps of 512)\n"
  "  --candidates LIST   libraries and backends, as in: openssl,openssl-avx2,\"polycha avx2\",auto\n"
  "  --rungs             also every row of the usable backends' ladders, begun at that row at every length\n"
  "\n"
  "How:\n"
  "  --seconds S         time for each operation and length (default 0.3; --sweep 0.1, --cliffs 0.01)\n"
  "  --rounds N          rounds of each pass at least; a round runs every candidate, in random order (default 5)\n"
  "  --passes N          times that the whole list is gone through (default 3)\n"
  "  --quick             short for --seconds 0.02 --rounds 3 --passes 1\n"
  "  --cpu N             run on that CPU (default: the last one allowed)\n"
  "  --tolerance P       percent that --sweep lets the automatic choice be slower (default 3)\n"
  "\n"
  "Output:\n"
  "  --tsv FILE          also write: what, candidate, backend, length, cycles_min, cycles_median\n"
  "  --library FILE      with --startup: the shared object of which to print the size\n"
  "  --help              this text\n"
  "\n"
  "Minima and medians are of the runs during which the core's clock was steady. The tags and the output of every run\n"
  "are compared with those of the portable backend; a speed over 64 bytes in a cycle is refused.\n";

enum {
  SWEEP = 1000,
  CLIFFS,
  RADIX,
  KERNELS,
  STARTUP,
  LEAKS,
  WHAT,
  LENGTHS,
  CANDIDATES,
  RUNGS,
  SECONDS,
  ROUNDS,
  PASSES,
  QUICK,
  CPU,
  TOLERANCE,
  TSV,
  LIBRARY,
  HELP
};

static const struct option long_options[] = {
  {"sweep", no_argument, NULL, SWEEP},
  {"cliffs", no_argument, NULL, CLIFFS},
  {"radix", no_argument, NULL, RADIX},
  {"kernels", no_argument, NULL, KERNELS},
  {"startup", no_argument, NULL, STARTUP},
  {"leaks", no_argument, NULL, LEAKS},
  {"what", required_argument, NULL, WHAT},
  {"lengths", required_argument, NULL, LENGTHS},
  {"candidates", required_argument, NULL, CANDIDATES},
  {"rungs", no_argument, NULL, RUNGS},
  {"seconds", required_argument, NULL, SECONDS},
  {"rounds", required_argument, NULL, ROUNDS},
  {"passes", required_argument, NULL, PASSES},
  {"quick", no_argument, NULL, QUICK},
  {"cpu", required_argument, NULL, CPU},
  {"tolerance", required_argument, NULL, TOLERANCE},
  {"tsv", required_argument, NULL, TSV},
  {"library", required_argument, NULL, LIBRARY},
  {"help", no_argument, NULL, HELP},
  {0},
};

/* A number from `least` to `most`; the rest of the text must be in `ends`. Moves *at behind it. */
static size_t read_number(const char **at, size_t least, size_t most, const char *ends, const char *option)
{
  char *end;
  unsigned long long value = strtoull(*at, &end, 10);
  if (end == *at || **at == '-' || value < least || value > most || (*end && !strchr(ends, *end))) {
    bench_die("--%s: \"%s\" is no number from %zu to %zu", option, *at, least, most);
  }
  *at = end;
  return (size_t)value;
}

static size_t whole_number(const char *text, size_t least, size_t most, const char *option)
{
  return read_number(&text, least, most, "", option);
}

static double decimal(const char *text, const char *option)
{
  char *end;
  double value = strtod(text, &end);
  if (end == text || *end || !(value >= 0 && value <= 1e6)) {
    bench_die("--%s: \"%s\" is no number from 0 to 1000000", option, text);
  }
  return value;
}

#define LENGTH_MAX ((size_t)1 << 30)

static void add_lengths(bench_options *options, const char *text)
{
  for (const char *at = text; *at;) {
    size_t first = read_number(&at, 0, LENGTH_MAX, ",-", "lengths");
    size_t last = first;
    size_t step = 1;
    if (*at == '-') {
      at++;
      last = read_number(&at, first, LENGTH_MAX, ",:", "lengths");
    }
    if (*at == ':') {
      at++;
      step = read_number(&at, 1, LENGTH_MAX, ",", "lengths");
    }
    at += *at == ',';
    size_t more = (last - first) / step + 1;
    options->lengths = realloc(options->lengths, (options->length_total + more) * sizeof *options->lengths);
    if (!options->lengths) {
      bench_die("out of memory");
    }
    for (size_t i = 0; i < more; i++) {
      options->lengths[options->length_total++] = first + i * step;
    }
  }
}

/* Every name of the list must be a series. */
static void check_what(const char *names)
{
  for (const char *at = names; *at; at += strcspn(at, ","), at += *at == ',') {
    char name[32];
    bool known = false;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(at, ","), at);
    for (size_t i = 0; i < bench_series_total; i++) {
      known |= !strcmp(name, bench_all_series[i].name);
    }
    if (!known) {
      bench_die("--what: there is no operation \"%s\" (--help lists them)", name);
    }
  }
}

size_t bench_chosen_workloads(const bench_options *options, bench_workload **workloads)
{
  size_t total = 0;
  *workloads = NULL;
  for (size_t i = 0; i < bench_series_total; i++) {
    const bench_series *series = &bench_all_series[i];
    if (options->what && !bench_listed(options->what, series->name)) {
      continue;
    }
    const size_t *lengths = options->lengths ? options->lengths : series->lengths;
    size_t length_total = options->lengths ? options->length_total : series->length_total;
    *workloads = realloc(*workloads, (total + length_total) * sizeof **workloads);
    if (!*workloads) {
      bench_die("out of memory");
    }
    for (size_t j = 0; j < length_total; j++) {
      (*workloads)[total++] = (bench_workload){series->operation, series->piece, lengths[j]};
    }
  }
  return total;
}

/* What the user has not said. */
static void fill_in(bench_options *options)
{
  bool every_length = options->mode == BENCH_SWEEP || options->mode == BENCH_CLIFFS;
  if (every_length && !options->what) {
    options->what = "seal";
  }
  if (every_length && !options->lengths) {
    add_lengths(options, options->mode == BENCH_SWEEP ? "0-4096:16" : "0-4097");
  }
  if (options->effort.seconds < 0) {
    options->effort.seconds = options->mode == BENCH_SWEEP ? 0.1 : options->mode == BENCH_CLIFFS ? 0.01 : 0.3;
  }
}

void bench_parse_options(bench_options *options, int argc, char **argv)
{
  *options = (bench_options){.effort = {.passes = 3, .rounds = 5, .seconds = -1}, .tolerance = 0.03, .cpu = -1};
  int option;
  while ((option = getopt_long(argc, argv, "", long_options, NULL)) != -1) {
    switch (option) {
    case SWEEP:
      options->mode = BENCH_SWEEP;
      break;
    case CLIFFS:
      options->mode = BENCH_CLIFFS;
      break;
    case RADIX:
      options->mode = BENCH_RADIX;
      break;
    case KERNELS:
      options->mode = BENCH_KERNELS;
      break;
    case STARTUP:
      options->mode = BENCH_STARTUP;
      break;
    case LEAKS:
      options->mode = BENCH_LEAKS;
      break;
    case WHAT:
      check_what(optarg);
      options->what = optarg;
      break;
    case LENGTHS:
      add_lengths(options, optarg);
      break;
    case CANDIDATES:
      options->candidates = optarg;
      break;
    case RUNGS:
      options->rungs = true;
      break;
    case SECONDS:
      options->effort.seconds = decimal(optarg, "seconds");
      break;
    case ROUNDS:
      options->effort.rounds = whole_number(optarg, 1, 1000000, "rounds");
      break;
    case PASSES:
      options->effort.passes = whole_number(optarg, 1, 1000, "passes");
      break;
    case QUICK:
      options->effort = (bench_effort){.passes = 1, .rounds = 3, .seconds = 0.02};
      break;
    case CPU:
      options->cpu = (int)whole_number(optarg, 0, 65535, "cpu");
      break;
    case TOLERANCE:
      options->tolerance = decimal(optarg, "tolerance") / 100;
      break;
    case TSV:
      options->tsv = optarg;
      break;
    case LIBRARY:
      options->library = optarg;
      break;
    case HELP:
      fputs(help, stdout);
      exit(EXIT_SUCCESS);
    default:
      exit(EXIT_FAILURE); /* getopt has said why */
    }
  }
  if (optind < argc) {
    bench_die("\"%s\" is no option (--help lists them)", argv[optind]);
  }
  fill_in(options);
}
