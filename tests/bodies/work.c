#include "work.h"

#include <string.h>

#include "../harness/backends.h"

work_known work_new(size_t len)
{
  work_known known = {.m = message_random(len, 21, 24)};
  polycha_chacha_ctx stream;

  CHECK(len <= WORK_BYTES_MAX);
  backends_use_oracle();
  CHECK_STATUS(polycha_poly1305(known.mac, known.m.plaintext, len, known.m.key), POLYCHA_OK);
  CHECK_STATUS(polycha_chacha_init(&stream, known.m.nonce, 24, 20, known.m.key), POLYCHA_OK);
  CHECK_STATUS(polycha_chacha_seek(&stream, 1 + (len + 63) / 64, 0), POLYCHA_OK);
  CHECK_STATUS(polycha_chacha_update(&stream, known.end, known.end, sizeof known.end), POLYCHA_OK);
  backends_use_tested();
  return known;
}

/* The next len bytes of everything. */
static void go_on(work *w, size_t len)
{
  const message *m = &w->known->m;
  const size_t at = w->done;

  w->right = w->right && polycha_aead_encrypt(&w->sealing, w->sealed + at, m->plaintext + at, len) == POLYCHA_OK &&
             polycha_aead_decrypt(&w->opening, w->opened + at, m->ciphertext + at, len) == POLYCHA_OK &&
             polycha_poly1305_update(&w->mac, m->plaintext + at, len) == POLYCHA_OK;
  w->done += len;
}

void work_begin(work *w, const work_known *known)
{
  const message *m = &known->m;

  w->known = known;
  w->done = 0;
  w->right = polycha_aead_init(&w->sealing, m->nonce, 24, m->key) == POLYCHA_OK &&
             polycha_aead_init(&w->opening, m->nonce, 24, m->key) == POLYCHA_OK &&
             polycha_aead_aad(&w->sealing, m->aad, m->aad_len) == POLYCHA_OK &&
             polycha_aead_aad(&w->opening, m->aad, m->aad_len) == POLYCHA_OK &&
             polycha_chacha_init(&w->stream, m->nonce, 24, 20, m->key) == POLYCHA_OK &&
             polycha_poly1305_init(&w->mac, m->key) == POLYCHA_OK;
  go_on(w, m->len / 3);
}

bool work_end(work *w)
{
  const work_known *known = w->known;
  const message *m = &known->m;
  uint8_t tag[16], mac[16], end[sizeof known->end] = {0};

  go_on(w, m->len - w->done);
  return w->right && polycha_aead_tag(&w->sealing, tag) == POLYCHA_OK && memcmp(tag, m->tag, 16) == 0 &&
         polycha_aead_verify(&w->opening, m->tag) == POLYCHA_OK && suite_same(w->sealed, m->ciphertext, m->len) &&
         suite_same(w->opened, m->plaintext, m->len) && polycha_poly1305_final(&w->mac, mac) == POLYCHA_OK &&
         memcmp(mac, known->mac, 16) == 0 && polycha_chacha_seek(&w->stream, 1 + (m->len + 63) / 64, 0) == POLYCHA_OK &&
         polycha_chacha_update(&w->stream, end, end, sizeof end) == POLYCHA_OK &&
         memcmp(end, known->end, sizeof end) == 0;
}

bool work_at_once(const work_known *known)
{
  const message *m = &known->m;
  uint8_t out[WORK_BYTES_MAX], tag[16];

  return message_seal_detached(m, out, tag, m->plaintext) == POLYCHA_OK && suite_same(out, m->ciphertext, m->len) &&
         memcmp(tag, m->tag, 16) == 0 && message_open_detached(m, out, out, tag) == POLYCHA_OK &&
         suite_same(out, m->plaintext, m->len) &&
         polycha_poly1305_verify(known->mac, m->plaintext, m->len, m->key) == POLYCHA_OK;
}
