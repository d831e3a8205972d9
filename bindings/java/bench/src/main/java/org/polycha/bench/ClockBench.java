package org.polycha.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** How long a core cycle is: each step needs the one before, a multiplication of three cycles and an addition of one. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ClockBench {
  /** to_tsv.py knows it. */
  static final int CYCLES = 4 * 4096;

  private long factor = 6364136223846793005L;
  private long addend = 1442695040888963407L;

  @Benchmark
  public long clock() {
    long chained = 1;
    long a = factor;
    long b = addend;
    for (int i = 0; i < CYCLES / 4; i++) {
      chained = chained * a + b;
    }
    return chained;
  }
}
