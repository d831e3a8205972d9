/* The JNI library of one build: SWIG's wrappers, which are static (-DSWIGEXPORT=static), and the only symbol that it exports,
 * which hands them to the JVM. The version and the build are Java's to compare: an error here would reach the
 * user as a bare UnsatisfiedLinkError. */
#include WRAP_FILE

#include METHODS_FILE

JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM *vm, void *reserved)
{
  JNIEnv *env;
  jclass class;
  (void)reserved;

  if ((*vm)->GetEnv(vm, (void **)&env, JNI_VERSION_10) != JNI_OK)
    return JNI_ERR;
  class = (*env)->FindClass(env, REGISTERED_CLASS);
  if (!class || (*env)->RegisterNatives(env, class, registered_methods,
                                        sizeof registered_methods / sizeof *registered_methods) != JNI_OK)
    return JNI_ERR;
  (*env)->DeleteLocalRef(env, class);
  return JNI_VERSION_10;
}
