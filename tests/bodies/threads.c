/* The first call made by many threads at once, and messages sealed while the choice changes under them. */
#include <string.h>

#include "../harness/backends.h"
#include "../registry.h"
#include "message.h"

#if defined(__unix__) || defined(__APPLE__) || defined(_WIN32)

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#define THREADS 32

static atomic_size_t arrived, finished;

typedef struct {
  pthread_t thread;
  const message *m;
  size_t total; /* threads that start together, or messages to seal */
  const char *backend;
  bool right;
} worker;

static bool seals_right(const message *m)
{
  uint8_t out[1500], tag[16];
  polycha_aead_ctx ctx;

  return polycha_seal_detached(out, tag, m->plaintext, m->len, m->aad, m->aad_len, m->nonce, m->key) == POLYCHA_OK &&
         memcmp(out, m->ciphertext, m->len) == 0 && memcmp(tag, m->tag, 16) == 0 &&
         polycha_aead_init(&ctx, m->nonce, 12, m->key) == POLYCHA_OK &&
         polycha_aead_aad(&ctx, m->aad, m->aad_len) == POLYCHA_OK &&
         polycha_aead_decrypt(&ctx, out, out, m->len) == POLYCHA_OK && polycha_aead_verify(&ctx, tag) == POLYCHA_OK &&
         memcmp(out, m->plaintext, m->len) == 0;
}

static void *first_call(void *argument)
{
  worker *w = argument;

  atomic_fetch_add(&arrived, 1);
  while (atomic_load(&arrived) < w->total)
    sched_yield();
  w->right = seals_right(w->m);
  w->backend = polycha_backend();
  return NULL;
}

static void *seal_many(void *argument)
{
  worker *w = argument;

  w->right = true;
  for (size_t i = 0; i < w->total && w->right; i++)
    w->right = seals_right(w->m);
  atomic_fetch_add(&finished, 1);
  return NULL;
}

static void run_all(worker *workers, void *(*function)(void *))
{
  for (size_t i = 0; i < THREADS; i++)
    CHECK(pthread_create(&workers[i].thread, NULL, function, &workers[i]) == 0);
}

static void join_all(worker *workers)
{
  for (size_t i = 0; i < THREADS; i++)
    CHECK(pthread_join(workers[i].thread, NULL) == 0);
}

static void prepare(worker *workers, message *messages, size_t total)
{
  for (size_t i = 0; i < THREADS; i++) {
    if (!messages[i].key)
      messages[i] = message_random(40 * i + 1, i, 12);
    workers[i] = (worker){.m = &messages[i], .total = total};
  }
}

void threads_first_call(void)
{
  worker workers[THREADS];
  message messages[THREADS] = {{0}};

  for (size_t round = 0; round < suite_scaled(100, 10); round++) {
    AT({"round", round});
    prepare(workers, messages, THREADS);
    backends_set(NULL);
    atomic_store(&arrived, 0);
    run_all(workers, first_call);
    join_all(workers);
    for (size_t i = 0; i < THREADS; i++) {
      CHECK(workers[i].right);
      CHECK(workers[i].backend == workers[0].backend);
    }
  }
}

void threads_choice_changes(void)
{
  worker workers[THREADS];
  message messages[THREADS] = {{0}};

  prepare(workers, messages, suite_scaled(1000, 20));
  atomic_store(&finished, 0);
  run_all(workers, seal_many);
  bool refused = false;
  for (size_t i = 0; atomic_load(&finished) < THREADS; i++) {
    size_t backend = i % backends_total();

    refused |= backends_usable(backend) && polycha_backend_use(backends_at(backend)->name) != POLYCHA_OK;
    sched_yield();
  }
  join_all(workers);
  CHECK(!refused);
  for (size_t i = 0; i < THREADS; i++) {
    AT({"thread", i});
    CHECK(workers[i].right);
  }
}

#else

void threads_first_call(void)
{
  suite_skip("no threads here");
}

void threads_choice_changes(void)
{
  suite_skip("no threads here");
}

#endif
