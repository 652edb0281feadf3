import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.rocksdb.*;

/**
 * Overwrites keys of a RocksDB database at random for some seconds and prints one row of CSV. A program of ours for
 * rocksdbjni, because its registry has many versions of RocksDB; db_bench it is not.
 *
 * Arguments: version, leveled or universal, repeat, directory, keys, seconds.
 */
public class RocksOverwrite {
  static final int VALUE_BYTES = 100;

  public static void main(String[] args) throws Exception {
    String version = args[0];
    boolean universal = args[1].equals("universal");
    long keys = Long.parseLong(args[4]);
    int seconds = Integer.parseInt(args[5]);
    RocksDB.loadLibrary();
    try (Statistics statistics = new Statistics();
        Options options = new Options()
            .setCreateIfMissing(true)
            .setStatistics(statistics)
            .setWriteBufferSize(4 << 20)
            .setTargetFileSizeBase(4 << 20)
            .setMaxBytesForLevelBase(16 << 20)
            .setMaxBackgroundJobs(2)
            .setCompressionType(CompressionType.NO_COMPRESSION)
            .setCompactionStyle(universal ? CompactionStyle.UNIVERSAL : CompactionStyle.LEVEL);
        WriteOptions write = new WriteOptions();
        RocksDB db = RocksDB.open(options, args[3])) {
      byte[] key = new byte[16];
      byte[] value = new byte[VALUE_BYTES];
      SplittableRandom random = new SplittableRandom(Integer.parseInt(args[2]));
      for (long at = 0; at < keys; at++) put(db, write, key, value, at, random);
      db.flush(new FlushOptions().setWaitForFlush(true));
      long[] before = counters(statistics);
      double cpuBefore = cpuSeconds();
      long start = System.nanoTime(), end = start + seconds * 1_000_000_000L, operations = 0, longest = 0;
      long[] times = new long[1 << 22];
      for (long now = start; now < end; operations++) {
        put(db, write, key, value, random.nextLong(keys), random);
        long after = System.nanoTime(), took = after - now;
        times[(int) (operations & (times.length - 1))] = took;
        longest = Math.max(longest, took);
        now = after;
      }
      double elapsed = (System.nanoTime() - start) / 1e9;
      double cpu = cpuSeconds() - cpuBefore;
      long[] after = counters(statistics);
      // Percentiles are those of the last 4 million operations.
      long[] sorted = Arrays.copyOf(times, (int) Math.min(operations, times.length));
      Arrays.sort(sorted);
      double user = after[0] - before[0];
      System.out.printf("%s,%s,%s,%.0f,%.2f,%.1f,%.1f,%d,%.2f,%.2f,%.1f,%.2f,%.3f%n",
          version, args[1], args[2], operations / elapsed, elapsed, quantile(sorted, 0.5), quantile(sorted, 0.99),
          longest / 1000, (after[1] + after[2] - before[1] - before[2]) / user, (after[3] - before[3]) / user,
          100 * (after[4] - before[4]) / 1e6 / elapsed, 1e6 * cpu / operations,
          Files.walk(Path.of(args[3])).filter(f -> f.toString().endsWith(".sst")).mapToLong(f -> f.toFile().length()).sum() / 1e9);
    }
  }

  static void put(RocksDB db, WriteOptions write, byte[] key, byte[] value, long at, SplittableRandom random) throws RocksDBException {
    ByteBuffer.wrap(key).putLong(0, at);
    ByteBuffer.wrap(value).putLong(0, random.nextLong());
    db.put(write, key, value);
  }

  static long[] counters(Statistics statistics) {
    return List.of(TickerType.BYTES_WRITTEN, TickerType.COMPACT_WRITE_BYTES, TickerType.FLUSH_WRITE_BYTES,
            TickerType.COMPACT_READ_BYTES, TickerType.STALL_MICROS)
        .stream().mapToLong(statistics::getTickerCount).toArray();
  }

  static double quantile(long[] sorted, double q) {
    return sorted[(int) Math.min(sorted.length - 1, (long) (q * sorted.length))] / 1000.0;
  }

  /** User and kernel time of this process, with the threads of RocksDB. */
  static double cpuSeconds() {
    return ((com.sun.management.OperatingSystemMXBean) java.lang.management.ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime() / 1e9;
  }
}
