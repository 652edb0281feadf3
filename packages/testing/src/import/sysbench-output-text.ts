/** The shortest complete output of sysbench 1.0. */
export function sysbenchOutput({
  qps,
  threads = 4,
  command = '',
}: {
  qps: number
  threads?: number
  command?: string
}): string {
  return `${command}sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)

Running the test with following options:
Number of threads: ${threads}
Initializing random number generator from current time


Initializing worker threads...

Threads started!

SQL statistics:
    queries performed:
        read:                            ${qps * 10}
        write:                           0
        other:                           0
        total:                           ${qps * 10}
    transactions:                        ${qps * 10} (${qps}.00 per sec.)
    queries:                             ${qps * 10} (${qps}.00 per sec.)
    ignored errors:                      0      (0.00 per sec.)
    reconnects:                          0      (0.00 per sec.)

General statistics:
    total time:                          10.0003s
    total number of events:              ${qps * 10}

Latency (ms):
         min:                                    0.10
         avg:                                    0.40
         max:                                    5.00
         95th percentile:                        0.62
         sum:                                39990.00

Threads fairness:
    events (avg/stddev):           100.0000/1.00
    execution time (avg/stddev):   9.9975/0.00
`
}

/** Output of vmstat with three reports, the first of which has averages since boot. */
export const VMSTAT = `procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----
 r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st
 1  0      0 100000   1000  10000    0    0     0     0  100  100  1  1 98  0  0
 4  0      0 100000   1000  10000    0    0     0     0 2000 4000 30 10 60  0  0
 4  0      0 100000   1000  10000    0    0     0     0 2000 6000 40 20 40  0  0
`
