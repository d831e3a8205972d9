/* instruction NAME: executes one instruction of that set. Under an emulator of a CPU without it the signal SIGILL has to end
 * the program, or a test suite that passes there would say nothing about such a CPU. */
#include <stdio.h>
#include <string.h>

static const char usage[] = "usage: instruction ssse3|sse4.1|avx|avx2|bmi2|avx512\n";

int main(int argc, char **argv)
{
  const char *name = argc == 2 ? argv[1] : "";

  if (strcmp(name, "ssse3") == 0)
    __asm__ volatile("pshufb %%xmm0, %%xmm0" ::: "xmm0");
  else if (strcmp(name, "sse4.1") == 0)
    __asm__ volatile("pmuldq %%xmm0, %%xmm0" ::: "xmm0");
  else if (strcmp(name, "avx") == 0)
    __asm__ volatile("vpxor %%xmm0, %%xmm0, %%xmm0" ::: "xmm0");
  else if (strcmp(name, "avx2") == 0)
    __asm__ volatile("vpaddd %%ymm0, %%ymm0, %%ymm0\n\tvzeroupper" ::: "xmm0");
  else if (strcmp(name, "bmi2") == 0)
    __asm__ volatile("rorx $1, %%eax, %%eax" ::: "eax");
  else if (strcmp(name, "avx512") == 0)
    __asm__ volatile("vpaddd %%zmm0, %%zmm0, %%zmm0\n\tvzeroupper" ::: "xmm0");
  else
    return fputs(usage, stderr), 2;
  return 0;
}
