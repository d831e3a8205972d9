/* What no library may do: to call the JVM while it holds a critical array. scripts/java-test.sh sees whether it would notice. */
#include <jni.h>

JNIEXPORT jint JNICALL Java_org_polycha_JniFault_callWhileHeld(JNIEnv *env, jclass class, jbyteArray array)
{
  void *held = (*env)->GetPrimitiveArrayCritical(env, array, NULL);
  jint length = (*env)->GetArrayLength(env, array);

  (void)class;
  if (held)
    (*env)->ReleasePrimitiveArrayCritical(env, array, held, JNI_ABORT);
  return length;
}
