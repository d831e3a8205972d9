/* What the classes ChaCha20Poly1305 and XChaCha20Poly1305 do in C.
 *
 * SWIG could wrap these calls too, but a message of 64 bytes is sealed in 130 ns, and the crossing that SWIG generates, with a
 * method in Python around it, takes longer than that (CONTRIBUTING.md has the figures). These types take their arguments
 * as vectorcall hands them over, without a tuple, and keep the key where Python cannot see it.
 *
 * An object is immutable once it is made, so any number of threads may use it. Nothing here outlives a call but the key. */
#include "aead_types.h"

#include <string.h>

#include "arguments.h"
#include "buffers.h"
#include "polycha.h"

/* The functions of one construction. */
typedef struct {
  const char *name;
  size_t nonce_size;
  int64_t (*seal)(uint8_t *dst, size_t dst_size, const uint8_t *src, size_t src_size, const uint8_t *aad,
                  size_t aad_size, const uint8_t *nonce, size_t nonce_size, const uint8_t *key, size_t key_size);
  int64_t (*open)(uint8_t *dst, size_t dst_size, const uint8_t *src, size_t src_size, const uint8_t *aad,
                  size_t aad_size, const uint8_t *nonce, size_t nonce_size, const uint8_t *key, size_t key_size);
  int64_t (*seal_detached)(uint8_t *dst, size_t dst_size, uint8_t *tag, size_t tag_size, const uint8_t *src,
                           size_t src_size, const uint8_t *aad, size_t aad_size, const uint8_t *nonce,
                           size_t nonce_size, const uint8_t *key, size_t key_size);
  int64_t (*open_detached)(uint8_t *dst, size_t dst_size, const uint8_t *src, size_t src_size, const uint8_t *tag,
                           size_t tag_size, const uint8_t *aad, size_t aad_size, const uint8_t *nonce,
                           size_t nonce_size, const uint8_t *key, size_t key_size);
} construction;

typedef struct {
  PyObject_HEAD const construction *aead;
  uint8_t key[POLYCHA_KEY_BYTES];
} aead_object;

/* ---- One call ----
 *
 * A method reads its arguments into a message, checks it, and runs it. Whatever happened, it ends with release(). */

typedef struct {
  const aead_object *self;
  pch_py_buffer nonce, data, aad, out, tag; /* tag: of the detached methods, out for encryption, in for decryption */
} message;

static void begin(message *m, PyObject *self)
{
  m->self = (const aead_object *)self;
  pch_py_clear(&m->nonce);
  pch_py_clear(&m->data);
  pch_py_clear(&m->aad);
  pch_py_clear(&m->out);
  pch_py_clear(&m->tag);
}

static void release(message *m)
{
  pch_py_release(&m->nonce);
  pch_py_release(&m->data);
  pch_py_release(&m->aad);
  pch_py_release(&m->out);
  pch_py_release(&m->tag);
}

static int read_aad(message *m, PyObject *aad)
{
  if (aad == Py_None) {
    m->aad.data = NULL;
    m->aad.size = 0;
    return 0;
  }
  return pch_py_read(&m->aad, aad);
}

static int read_message(message *m, PyObject *nonce, PyObject *data, PyObject *aad)
{
  return pch_py_read(&m->nonce, nonce) < 0 || pch_py_read(&m->data, data) < 0 || read_aad(m, aad) < 0 ? -1 : 0;
}

static int fail(int64_t status)
{
  pch_py_raise(status);
  return -1;
}

static int check_nonce(const message *m)
{
  if (m->nonce.size == m->self->aead->nonce_size) {
    return 0;
  }
  PyErr_Format(PyExc_ValueError, "Nonce must be %zu bytes", m->self->aead->nonce_size);
  return -1;
}

/* Before anything is allocated for it. */
static int check_plaintext(const message *m)
{
  if (m->data.size > POLYCHA_MESSAGE_BYTES_MAX || m->data.size > (size_t)PY_SSIZE_T_MAX - 64) {
    return fail(POLYCHA_ERR_LENGTH);
  }
  return check_nonce(m);
}

/* What is too short for a tag is a forgery like any other. */
static int check_ciphertext(const message *m)
{
  if (check_nonce(m) < 0) {
    return -1;
  }
  if (m->data.size > POLYCHA_MESSAGE_BYTES_MAX + POLYCHA_TAG_BYTES) {
    return fail(POLYCHA_ERR_LENGTH);
  }
  return m->data.size < POLYCHA_TAG_BYTES ? fail(POLYCHA_ERR_TAG) : 0;
}

static int check_out(const message *m, size_t size)
{
  if (m->out.size == size) {
    return 0;
  }
  PyErr_Format(PyExc_ValueError, "buffer must be %zu bytes", size);
  return -1;
}

/* Runs `STATUS = CALL`, without the GIL if the message is long. */
#define RUN(STATUS, M, CALL)                                                                                           \
  do {                                                                                                                 \
    if ((M)->data.size + (M)->aad.size >= PCH_PY_GIL_BYTES) {                                                          \
      Py_BEGIN_ALLOW_THREADS(STATUS) = (CALL);                                                                         \
      Py_END_ALLOW_THREADS                                                                                             \
    } else {                                                                                                           \
      (STATUS) = (CALL);                                                                                               \
    }                                                                                                                  \
  } while (0)

static int seal_to(const message *m, uint8_t *dst, size_t dst_size)
{
  int64_t status;
  RUN(status, m,
      m->self->aead->seal(dst, dst_size, m->data.data, m->data.size, m->aad.data, m->aad.size, m->nonce.data,
                          m->nonce.size, m->self->key, sizeof m->self->key));
  return status < 0 ? fail(status) : 0;
}

static int open_to(const message *m, uint8_t *dst, size_t dst_size)
{
  int64_t status;
  RUN(status, m,
      m->self->aead->open(dst, dst_size, m->data.data, m->data.size, m->aad.data, m->aad.size, m->nonce.data,
                          m->nonce.size, m->self->key, sizeof m->self->key));
  return status < 0 ? fail(status) : 0;
}

/* The output of a method that returns new bytes; NULL if it failed. */
static PyObject *finish(message *m, int failed)
{
  PyObject *made = NULL;
  if (!failed) {
    made = m->out.made;
    m->out.made = NULL;
  }
  release(m);
  return made;
}

static PyObject *finish_count(message *m, int failed)
{
  size_t written = m->out.size;
  release(m);
  return failed ? NULL : PyLong_FromSize_t(written);
}

/* ---- Methods ---- */

PyDoc_STRVAR(encrypt_doc, "encrypt($self, nonce, data, associated_data)\n"
                          "--\n\n"
                          "Encrypts and authenticates data, and authenticates associated_data (or None) with it.\n\n"
                          "Returns the ciphertext and the 16-byte tag behind it, as bytes. The nonce must never be\n"
                          "used again with this key.\n\n"
                          "Raises ValueError for a nonce of the wrong length, OverflowError for data of more than\n"
                          "64 * (2**32 - 1) bytes (RFC 8439 section 2.8), TypeError for what is no buffer and\n"
                          "BufferError for one that is not contiguous.");

static PyObject *encrypt(PyObject *self, PyObject *const *given, Py_ssize_t count, PyObject *names)
{
  PCH_PY_TAKE_ARGUMENTS("encrypt", "nonce", "data", "associated_data")
  message m;
  begin(&m, self);
  int failed = read_message(&m, args[0], args[1], args[2]) < 0 || check_plaintext(&m) < 0 ||
               pch_py_make(&m.out, m.data.size + POLYCHA_TAG_BYTES) < 0 || seal_to(&m, m.out.data, m.out.size) < 0;
  return finish(&m, failed);
}

PyDoc_STRVAR(decrypt_doc, "decrypt($self, nonce, data, associated_data)\n"
                          "--\n\n"
                          "Verifies and decrypts what encrypt returned, and returns the plaintext as bytes.\n\n"
                          "Raises InvalidTag if data, nonce, associated_data and key do not belong together; else as\n"
                          "encrypt.");

static PyObject *decrypt(PyObject *self, PyObject *const *given, Py_ssize_t count, PyObject *names)
{
  PCH_PY_TAKE_ARGUMENTS("decrypt", "nonce", "data", "associated_data")
  message m;
  begin(&m, self);
  int failed = read_message(&m, args[0], args[1], args[2]) < 0 || check_ciphertext(&m) < 0 ||
               pch_py_make(&m.out, m.data.size - POLYCHA_TAG_BYTES) < 0 || open_to(&m, m.out.data, m.out.size) < 0;
  return finish(&m, failed);
}

PyDoc_STRVAR(encrypt_into_doc, "encrypt_into($self, nonce, data, associated_data, buf)\n"
                               "--\n\n"
                               "encrypt into a writable buffer of exactly len(data) + 16 bytes; returns that count.\n\n"
                               "data may be the beginning of buf; any other overlap of buf with an argument is a\n"
                               "ValueError, and so is a buf of another size. A read-only buf is a TypeError.");

static PyObject *encrypt_into(PyObject *self, PyObject *const *given, Py_ssize_t count, PyObject *names)
{
  PCH_PY_TAKE_ARGUMENTS("encrypt_into", "nonce", "data", "associated_data", "buf")
  message m;
  begin(&m, self);
  int failed = read_message(&m, args[0], args[1], args[2]) < 0 || pch_py_export_writable(&m.out, args[3]) < 0 ||
               check_plaintext(&m) < 0 || check_out(&m, m.data.size + POLYCHA_TAG_BYTES) < 0 ||
               seal_to(&m, m.out.data, m.out.size) < 0;
  return finish_count(&m, failed);
}

PyDoc_STRVAR(decrypt_into_doc, "decrypt_into($self, nonce, data, associated_data, buf)\n"
                               "--\n\n"
                               "decrypt into a writable buffer of exactly len(data) - 16 bytes; returns that count.\n\n"
                               "buf may be the beginning of data; else as encrypt_into. After InvalidTag buf is all\n"
                               "zero: it never holds what was not authentic.");

static PyObject *decrypt_into(PyObject *self, PyObject *const *given, Py_ssize_t count, PyObject *names)
{
  PCH_PY_TAKE_ARGUMENTS("decrypt_into", "nonce", "data", "associated_data", "buf")
  message m;
  begin(&m, self);
  int failed = read_message(&m, args[0], args[1], args[2]) < 0 || pch_py_export_writable(&m.out, args[3]) < 0;
  if (!failed && m.nonce.size == m.self->aead->nonce_size && m.data.size < POLYCHA_TAG_BYTES && m.out.size) {
    memset(m.out.data, 0, m.out.size); /* no size is right for it; still it holds zeros after InvalidTag */
  }
  failed = failed || check_ciphertext(&m) < 0 || check_out(&m, m.data.size - POLYCHA_TAG_BYTES) < 0 ||
           open_to(&m, m.out.data, m.out.size) < 0;
  return finish_count(&m, failed);
}

PyDoc_STRVAR(encrypt_detached_doc, "encrypt_detached($self, nonce, data, associated_data)\n"
                                   "--\n\n"
                                   "encrypt with the tag apart: returns (ciphertext, tag), both bytes.");

static PyObject *encrypt_detached(PyObject *self, PyObject *const *given, Py_ssize_t count, PyObject *names)
{
  PCH_PY_TAKE_ARGUMENTS("encrypt_detached", "nonce", "data", "associated_data")
  message m;
  begin(&m, self);
  PyObject *both = NULL;
  if (read_message(&m, args[0], args[1], args[2]) == 0 && check_plaintext(&m) == 0 &&
      pch_py_make(&m.out, m.data.size) == 0 && pch_py_make(&m.tag, POLYCHA_TAG_BYTES) == 0) {
    int64_t status;
    RUN(status, &m,
        m.self->aead->seal_detached(m.out.data, m.out.size, m.tag.data, m.tag.size, m.data.data, m.data.size,
                                    m.aad.data, m.aad.size, m.nonce.data, m.nonce.size, m.self->key,
                                    sizeof m.self->key));
    if (status < 0) {
      pch_py_raise(status);
    } else {
      both = PyTuple_Pack(2, m.out.made, m.tag.made);
    }
  }
  release(&m);
  return both;
}

PyDoc_STRVAR(decrypt_detached_doc,
             "decrypt_detached($self, nonce, data, tag, associated_data)\n"
             "--\n\n"
             "Verifies and decrypts what encrypt_detached returned, and returns the plaintext.\n\n"
             "Raises as decrypt; a tag that has not 16 bytes is an InvalidTag too.");

static PyObject *decrypt_detached(PyObject *self, PyObject *const *given, Py_ssize_t count, PyObject *names)
{
  PCH_PY_TAKE_ARGUMENTS("decrypt_detached", "nonce", "data", "tag", "associated_data")
  message m;
  begin(&m, self);
  int failed = read_message(&m, args[0], args[1], args[3]) < 0 || pch_py_read(&m.tag, args[2]) < 0 ||
               check_plaintext(&m) < 0 || (m.tag.size != POLYCHA_TAG_BYTES && fail(POLYCHA_ERR_TAG) < 0) ||
               pch_py_make(&m.out, m.data.size) < 0;
  if (!failed) {
    int64_t status;
    RUN(status, &m,
        m.self->aead->open_detached(m.out.data, m.out.size, m.data.data, m.data.size, m.tag.data, m.tag.size,
                                    m.aad.data, m.aad.size, m.nonce.data, m.nonce.size, m.self->key,
                                    sizeof m.self->key));
    failed = status < 0 && fail(status) < 0;
  }
  return finish(&m, failed);
}

PyDoc_STRVAR(seal_doc, "_seal($self, nonce, data, aad)\n"
                       "--\n\n"
                       "encrypt with the nonce in front of what it returns: the body of polycha.seal.");

static PyObject *seal(PyObject *self, PyObject *const *given, Py_ssize_t count, PyObject *names)
{
  PCH_PY_TAKE_ARGUMENTS("_seal", "nonce", "data", "aad")
  message m;
  begin(&m, self);
  int failed = read_message(&m, args[0], args[1], args[2]) < 0 || check_plaintext(&m) < 0 ||
               pch_py_make(&m.out, m.nonce.size + m.data.size + POLYCHA_TAG_BYTES) < 0;
  if (!failed) {
    memcpy(m.out.data, m.nonce.data, m.nonce.size);
    failed = seal_to(&m, m.out.data + m.nonce.size, m.out.size - m.nonce.size) < 0;
  }
  return finish(&m, failed);
}

PyDoc_STRVAR(open_doc, "_open($self, sealed, aad)\n"
                       "--\n\n"
                       "decrypt what _seal returned: the body of polycha.open.");

static PyObject *open_sealed(PyObject *self, PyObject *const *given, Py_ssize_t count, PyObject *names)
{
  PCH_PY_TAKE_ARGUMENTS("_open", "sealed", "aad")
  message m;
  begin(&m, self);
  size_t nonce_size = m.self->aead->nonce_size;
  int failed = pch_py_read(&m.data, args[0]) < 0 || read_aad(&m, args[1]) < 0 ||
               (m.data.size < nonce_size && fail(POLYCHA_ERR_TAG) < 0);
  if (!failed) {
    /* The nonce is a part of data, which is what is exported. */
    m.nonce.data = m.data.data;
    m.nonce.size = nonce_size;
    m.data.data += nonce_size;
    m.data.size -= nonce_size;
    failed = check_ciphertext(&m) < 0 || pch_py_make(&m.out, m.data.size - POLYCHA_TAG_BYTES) < 0 ||
             open_to(&m, m.out.data, m.out.size) < 0;
  }
  return finish(&m, failed);
}

PyDoc_STRVAR(begin_doc, "_begin($self, nonce, /)\n"
                        "--\n\n"
                        "A context for a message in pieces, for the functions aead_* of this module.");

static PyObject *begin_pieces(PyObject *self, PyObject *nonce)
{
  message m;
  begin(&m, self);
  PyObject *capsule = NULL;
  if (pch_py_read(&m.nonce, nonce) == 0 && check_nonce(&m) == 0) {
    pch_shim_aead_ctx *aead = pch_shim_aead_new();
    capsule = pch_py_own_aead(aead);
    if (capsule) {
      int64_t status = pch_shim_aead_init(aead, m.nonce.data, m.nonce.size, m.self->key, sizeof m.self->key);
      if (status < 0) {
        pch_py_raise(status);
        Py_CLEAR(capsule);
      }
    }
  }
  release(&m);
  return capsule;
}

/* ---- Types ---- */

static const construction rfc8439 = {"ChaCha20Poly1305", POLYCHA_NONCE_BYTES,    pch_shim_seal,
                                     pch_shim_open,      pch_shim_seal_detached, pch_shim_open_detached};
static const construction xchacha = {"XChaCha20Poly1305", POLYCHA_XNONCE_BYTES,    pch_shim_xseal,
                                     pch_shim_xopen,      pch_shim_xseal_detached, pch_shim_xopen_detached};

static PyObject *new_aead(PyTypeObject *type, PyObject *args, PyObject *kwargs, const construction *aead)
{
  static char *names[] = {"key", NULL};
  PyObject *key;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O", names, &key)) {
    return NULL;
  }
  pch_py_buffer buffer;
  pch_py_clear(&buffer);
  if (pch_py_read(&buffer, key) < 0) {
    return NULL;
  }
  PyObject *self = NULL;
  if (buffer.size != POLYCHA_KEY_BYTES) {
    PyErr_Format(PyExc_ValueError, "%s key must be 32 bytes.", aead->name);
  } else {
    self = PyType_GenericAlloc(type, 0);
  }
  if (self) {
    ((aead_object *)self)->aead = aead;
    memcpy(((aead_object *)self)->key, buffer.data, POLYCHA_KEY_BYTES);
  }
  pch_py_release(&buffer);
  return self;
}

static PyObject *new_rfc8439(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
  return new_aead(type, args, kwargs, &rfc8439);
}

static PyObject *new_xchacha(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
  return new_aead(type, args, kwargs, &xchacha);
}

static void dealloc(PyObject *self)
{
  PyTypeObject *type = Py_TYPE(self);
  polycha_wipe(((aead_object *)self)->key, POLYCHA_KEY_BYTES);
  freefunc free_object = (freefunc)PyType_GetSlot(type, Py_tp_free);
  free_object(self);
  Py_DECREF(type);
}

#define METHOD(NAME, FUNCTION, DOC)                                                                                    \
  {                                                                                                                    \
    NAME, (PyCFunction)(void (*)(void))(FUNCTION), METH_FASTCALL | METH_KEYWORDS, DOC                                  \
  }

static PyMethodDef methods[] = {METHOD("encrypt", encrypt, encrypt_doc),
                                METHOD("decrypt", decrypt, decrypt_doc),
                                METHOD("encrypt_into", encrypt_into, encrypt_into_doc),
                                METHOD("decrypt_into", decrypt_into, decrypt_into_doc),
                                METHOD("encrypt_detached", encrypt_detached, encrypt_detached_doc),
                                METHOD("decrypt_detached", decrypt_detached, decrypt_detached_doc),
                                METHOD("_seal", seal, seal_doc),
                                METHOD("_open", open_sealed, open_doc),
                                {"_begin", begin_pieces, METH_O, begin_doc},
                                {NULL, NULL, 0, NULL}};

PyDoc_STRVAR(rfc8439_doc, "RFC8439(key)\n--\n\nWhat ChaCha20Poly1305 does in C.");
PyDoc_STRVAR(xchacha_doc, "XChaCha(key)\n--\n\nWhat XChaCha20Poly1305 does in C.");

static PyType_Slot rfc8439_slots[] = {{Py_tp_doc, (void *)rfc8439_doc},
                                      {Py_tp_new, new_rfc8439},
                                      {Py_tp_dealloc, dealloc},
                                      {Py_tp_methods, methods},
                                      {0, NULL}};
static PyType_Slot xchacha_slots[] = {{Py_tp_doc, (void *)xchacha_doc},
                                      {Py_tp_new, new_xchacha},
                                      {Py_tp_dealloc, dealloc},
                                      {Py_tp_methods, methods},
                                      {0, NULL}};

static PyType_Spec rfc8439_spec = {"polycha." PCH_PY_MODULE ".RFC8439", sizeof(aead_object), 0,
                                   Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, rfc8439_slots};
static PyType_Spec xchacha_spec = {"polycha." PCH_PY_MODULE ".XChaCha", sizeof(aead_object), 0,
                                   Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, xchacha_slots};

static int add_type(PyObject *module, const char *name, PyType_Spec *spec)
{
  PyObject *type = PyType_FromSpec(spec);
  if (!type) {
    return -1;
  }
  if (PyModule_AddObject(module, name, type) < 0) {
    Py_DECREF(type);
    return -1;
  }
  return 0;
}

int pch_py_add_aead_types(PyObject *module)
{
  return add_type(module, "RFC8439", &rfc8439_spec) < 0 || add_type(module, "XChaCha", &xchacha_spec) < 0 ? -1 : 0;
}
