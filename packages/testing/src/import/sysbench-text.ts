/** Output of sysbench as the archive's scripts write it: the command, the number of CPUs, then the report. */
export function sysbenchText({
  qps,
  threads = 4,
  cpus,
  tables = 1,
  rows = 1_000_000,
  seconds = 10,
}: {
  /** Queries/s, an integer. */
  qps: number
  threads?: number
  /** Logical CPUs; without them the line is omitted, as sysbench does. */
  cpus?: number
  tables?: number
  rows?: number
  seconds?: number
}): string {
  const total = qps * seconds
  const latencyMs = (threads / qps) * 1_000
  const ms = (factor: number) => (latencyMs * factor).toFixed(2)
  return `sysbench --db-driver=pgsql --table-size=${rows} --tables=${tables} --threads=${threads} --time=${seconds} x.lua run
${cpus === undefined ? '' : `${cpus} CPUs\n`}sysbench 1.1.0 (using bundled LuaJIT 2.1.0-beta3)

Running the test with following options:
Number of threads: ${threads}

Threads started!

SQL statistics:
    queries performed:
        read:                            ${total}
        write:                           0
        other:                           0
        total:                           ${total}
    transactions:                        ${total} (${qps}.00 per sec.)
    queries:                             ${total} (${qps}.00 per sec.)
    ignored errors:                      0      (0.00 per sec.)
    reconnects:                          0      (0.00 per sec.)

General statistics:
    total time:                          ${seconds}.0000s
    total number of events:              ${total}

Latency (ms):
         min:                                    ${ms(0.5)}
         avg:                                    ${ms(1)}
         max:                                    ${ms(9)}
         95th percentile:                        ${ms(2)}
         sum:                                ${(seconds * threads * 1_000).toFixed(2)}

Threads fairness:
    events (avg/stddev):           ${(total / threads).toFixed(4)}/1.00
    execution time (avg/stddev):   ${seconds}.0000/0.00
`
}
