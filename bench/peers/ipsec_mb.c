/* intel-ipsec-mb: whole messages as jobs, which come back at once for these algorithms; pieces by its direct calls. */
#include "peer.h"

#include <intel-ipsec-mb.h>
#include <string.h>

static IMB_MGR *widest, *avx2, *manager;

static const char *version(void)
{
  return imb_get_version_str();
}

static bool prepare(const uint8_t key[32])
{
  (void)key;
  widest = alloc_mb_mgr(0);
  avx2 = alloc_mb_mgr(0);
  if (!widest || !avx2) {
    return false;
  }
  init_mb_mgr_auto(widest, NULL);
  init_mb_mgr_avx2(avx2);
  manager = widest;
  return !imb_get_errno(widest) && !imb_get_errno(avx2);
}

static void choose(const void *choice)
{
  manager = choice ? avx2 : widest;
}

/* The checks of a job's fields are left out, as a user in a hurry would. */
static bool submit(void)
{
  IMB_JOB *done = IMB_SUBMIT_JOB_NOCHECK(manager);
  return done && done->status == IMB_STATUS_COMPLETED;
}

static IMB_JOB *cipher_job(const bench_message *m, IMB_CIPHER_MODE cipher, IMB_CIPHER_DIRECTION direction)
{
  IMB_JOB *job = IMB_GET_NEXT_JOB(manager);
  job->cipher_mode = cipher;
  job->cipher_direction = direction;
  job->chain_order = direction == IMB_DIR_ENCRYPT ? IMB_ORDER_CIPHER_HASH : IMB_ORDER_HASH_CIPHER;
  job->enc_keys = m->key;
  job->dec_keys = m->key;
  job->key_len_in_bytes = 32;
  job->iv = m->nonce;
  job->iv_len_in_bytes = 12;
  job->src = m->src;
  job->dst = m->dst;
  job->cipher_start_src_offset_in_bytes = 0;
  job->msg_len_to_cipher_in_bytes = m->len;
  return job;
}

static void add_hash(IMB_JOB *job, const bench_message *m, IMB_HASH_ALG hash, uint8_t tag[BENCH_TAG_BYTES])
{
  job->hash_alg = hash;
  job->hash_start_src_offset_in_bytes = 0;
  job->msg_len_to_hash_in_bytes = m->len;
  job->auth_tag_output = tag;
  job->auth_tag_output_len_in_bytes = BENCH_TAG_BYTES;
}

static bool aead(const bench_message *m, IMB_CIPHER_DIRECTION direction, uint8_t tag[BENCH_TAG_BYTES])
{
  IMB_JOB *job = cipher_job(m, IMB_CIPHER_CHACHA20_POLY1305, direction);
  add_hash(job, m, IMB_AUTH_CHACHA20_POLY1305, tag);
  job->u.CHACHA20_POLY1305.aad = m->aad;
  job->u.CHACHA20_POLY1305.aad_len_in_bytes = BENCH_AAD_BYTES;
  return submit();
}

static bool seal(const bench_message *m)
{
  return aead(m, IMB_DIR_ENCRYPT, m->tag);
}

/* The caller compares. */
static bool open(const bench_message *m)
{
  uint8_t tag[BENCH_TAG_BYTES];
  return aead(m, IMB_DIR_DECRYPT, tag) && !memcmp(tag, m->tag, sizeof tag);
}

static bool chacha20(const bench_message *m)
{
  IMB_JOB *job = cipher_job(m, IMB_CIPHER_CHACHA20, IMB_DIR_ENCRYPT);
  job->hash_alg = IMB_AUTH_NULL;
  return submit();
}

static bool poly1305(const bench_message *m)
{
  IMB_JOB *job = cipher_job(m, IMB_CIPHER_NULL, IMB_DIR_ENCRYPT);
  add_hash(job, m, IMB_AUTH_POLY1305, m->tag);
  job->u.POLY1305._key = m->one_time_key;
  return submit();
}

static bool seal_pieces(const bench_message *m)
{
  struct chacha20_poly1305_context_data ctx;
  IMB_CHACHA20_POLY1305_INIT(manager, m->key, &ctx, m->nonce, m->aad, BENCH_AAD_BYTES);
  for (size_t done = 0; done < m->len; done += m->piece) {
    IMB_CHACHA20_POLY1305_ENC_UPDATE(manager, m->key, &ctx, m->dst + done, m->src + done, bench_piece(m, done));
  }
  IMB_CHACHA20_POLY1305_ENC_FINALIZE(manager, &ctx, m->tag, BENCH_TAG_BYTES);
  return true;
}

static bool open_pieces(const bench_message *m)
{
  struct chacha20_poly1305_context_data ctx;
  uint8_t tag[BENCH_TAG_BYTES];
  IMB_CHACHA20_POLY1305_INIT(manager, m->key, &ctx, m->nonce, m->aad, BENCH_AAD_BYTES);
  for (size_t done = 0; done < m->len; done += m->piece) {
    IMB_CHACHA20_POLY1305_DEC_UPDATE(manager, m->key, &ctx, m->dst + done, m->src + done, bench_piece(m, done));
  }
  IMB_CHACHA20_POLY1305_DEC_FINALIZE(manager, &ctx, tag, sizeof tag);
  return !memcmp(tag, m->tag, sizeof tag);
}

static const bench_variant variants[] = {
  {.suffix = ""},
  {.suffix = "-avx2", .choice = "avx2", .at_most_avx2 = true},
};

const bench_peer bench_ipsec_mb = {
  .name = "ipsec-mb",
  .version = version,
  .prepare = prepare,
  .select = choose,
  .variants = variants,
  .variant_total = sizeof variants / sizeof variants[0],
  .piece_multiple = 1,
  .chacha20_from_one = true,
  .run = {[BENCH_SEAL] = seal,
          [BENCH_OPEN] = open,
          [BENCH_CHACHA20] = chacha20,
          [BENCH_POLY1305] = poly1305,
          [BENCH_SEAL_PIECES] = seal_pieces,
          [BENCH_OPEN_PIECES] = open_pieces},
};
