/* Every test body there is. BODY(group, name, scope) stands for the function group_name. */
#ifndef REGISTRY_H
#define REGISTRY_H

#define SHARED_BODIES(BODY)                                                                                            \
  BODY(vectors, rfc8439, BACKEND)                                                                                      \
  BODY(vectors, boringssl, BACKEND)                                                                                    \
  BODY(vectors, wycheproof, BACKEND)                                                                                   \
  BODY(vectors, oracle, BACKEND)                                                                                       \
  BODY(vectors, poly1305_faults, BACKEND)                                                                              \
  BODY(vectors, counters, BACKEND)                                                                                     \
  BODY(lengths, seal, BACKEND)                                                                                         \
  BODY(lengths, open, BACKEND)                                                                                         \
  BODY(lengths, chacha, BACKEND)                                                                                       \
  BODY(lengths, poly1305, BACKEND)                                                                                     \
  BODY(lengths, aad_grid, BACKEND)                                                                                     \
  BODY(memory, guard_pages, BACKEND)                                                                                   \
  BODY(memory, alignment, BACKEND)                                                                                     \
  BODY(arguments, null, ONCE)                                                                                          \
  BODY(arguments, zeroed_context, ONCE)                                                                                \
  BODY(arguments, overlap, ONCE)                                                                                       \
  BODY(limits, message, ONCE)                                                                                          \
  BODY(limits, wrapping_length, ONCE)                                                                                  \
  BODY(limits, open_short, ONCE)                                                                                       \
  BODY(limits, pieces, ONCE)                                                                                           \
  BODY(limits, chacha, ONCE)                                                                                           \
  BODY(longest, allowed, ONCE)                                                                                         \
  BODY(longest, allowed_in_pieces, ONCE)                                                                               \
  BODY(longest, of_all, ONCE)                                                                                          \
  BODY(longest, last_blocks, BACKEND)                                                                                  \
  BODY(longest, real, ONCE)                                                                                            \
  BODY(huge, aead, ONCE)                                                                                               \
  BODY(huge, poly1305, BACKEND)                                                                                        \
  BODY(huge, chacha, ONCE)                                                                                             \
  BODY(stream, splits, BACKEND)                                                                                        \
  BODY(stream, long, BACKEND)                                                                                          \
  BODY(stream, seek, BACKEND)                                                                                          \
  BODY(stream, counters, BACKEND)                                                                                      \
  BODY(stream, refusals, ONCE)                                                                                         \
  BODY(poly1305, splits, BACKEND)                                                                                      \
  BODY(poly1305, long, BACKEND)                                                                                        \
  BODY(poly1305, unclamped_key, BACKEND)                                                                               \
  BODY(poly1305, verify_every_bit, BACKEND)                                                                            \
  BODY(poly1305, ended, ONCE)                                                                                          \
  BODY(pieces, splits, BACKEND)                                                                                        \
  BODY(pieces, long, BACKEND)                                                                                          \
  BODY(pieces, without_output, BACKEND)                                                                                \
  BODY(order, wrong, ONCE)                                                                                             \
  BODY(order, no_data, BACKEND)                                                                                        \
  BODY(order, sticky, ONCE)                                                                                            \
  BODY(order, random, ONCE)                                                                                            \
  BODY(order, error_wipes, ONCE)                                                                                       \
  BODY(order, nonce_lengths, ONCE)                                                                                     \
  BODY(forgery, every_bit, BACKEND)                                                                                    \
  BODY(forgery, moved_border, BACKEND)                                                                                 \
  BODY(forgery, wiped, BACKEND)                                                                                        \
  BODY(secrets, search_finds, ONCE)                                                                                    \
  BODY(secrets, stack, BACKEND)                                                                                        \
  BODY(abi, registers, ONCE)                                                                                           \
  BODY(abi, calls, BACKEND)                                                                                            \
  BODY(abi, small, ONCE)                                                                                               \
  BODY(jdk, vectors, BACKEND)                                                                                          \
  BODY(jdk, sizes, BACKEND)                                                                                            \
  BODY(jdk, poly1305_refusals, ONCE)                                                                                   \
  BODY(small, equal16, ONCE)                                                                                           \
  BODY(small, strerror, ONCE)                                                                                          \
  BODY(small, version, ONCE)                                                                                           \
  BODY(small, wipe, ONCE)                                                                                              \
  BODY(threads, first_call, ONCE)                                                                                      \
  BODY(threads, choice_changes, ONCE)                                                                                  \
  BODY(abuse, threads, ONCE)                                                                                           \
  BODY(abuse, first_calls, ONCE)                                                                                       \
  BODY(abuse, fork, BACKEND)                                                                                           \
  BODY(abuse, fork_under_work, ONCE)                                                                                   \
  BODY(abuse, signals, BACKEND)                                                                                        \
  BODY(stack, depth, BACKEND)                                                                                          \
  BODY(stack, small_threads, BACKEND)

/* What needs the hooks of native/: any backend can be set there, a rung by itself too. */
#define NATIVE_BODIES(BODY)                                                                                            \
  BODY(vectors, poly1305_faults, RUNG)                                                                                 \
  BODY(lengths, all, RUNG)                                                                                             \
  BODY(memory, guard_pages, RUNG)                                                                                      \
  BODY(memory, alignment, RUNG)                                                                                        \
  BODY(stream, splits, RUNG)                                                                                           \
  BODY(stream, long, RUNG)                                                                                             \
  BODY(stream, counters, RUNG)                                                                                         \
  BODY(poly1305, splits, RUNG)                                                                                         \
  BODY(poly1305, long, RUNG)                                                                                           \
  BODY(forgery, wiped, RUNG)                                                                                           \
  BODY(secrets, stack, RUNG)                                                                                           \
  BODY(jdk, vectors, RUNG)                                                                                             \
  BODY(abi, kernels, RUNG)                                                                                             \
  BODY(contract, poly1305, RUNG)                                                                                       \
  BODY(contract, chacha, RUNG)                                                                                         \
  BODY(contract, transcripts, ONCE)                                                                                    \
  BODY(contract, fused, ONCE)                                                                                          \
  BODY(contract, all_ones, BACKEND)                                                                                    \
  BODY(contract, aad_reaches, RUNG)                                                                                    \
  BODY(longest, walk, BACKEND)                                                                                         \
  BODY(choice, list, ONCE)                                                                                             \
  BODY(choice, use, ONCE)                                                                                              \
  BODY(choice, environment, ONCE)                                                                                      \
  BODY(choice, set_uid, ONCE)                                                                                          \
  BODY(choice, is_kept, ONCE)                                                                                          \
  BODY(choice, tables, ONCE)                                                                                           \
  BODY(cpu, missing_bits, ONCE)                                                                                        \
  BODY(cpu, xgetbv_guarded, ONCE)                                                                                      \
  BODY(cpu, max_leaf, ONCE)                                                                                            \
  BODY(cpu, agrees, ONCE)

#define PORTABLE_BODIES(BODY) BODY(choice, none, ONCE)

#define DECLARE(group, name, scope) void group##_##name(void);
SHARED_BODIES(DECLARE)
NATIVE_BODIES(DECLARE)
PORTABLE_BODIES(DECLARE)
#undef DECLARE

#endif
