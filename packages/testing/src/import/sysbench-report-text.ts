/** The report of sysbench after ten seconds, with 500 queries/s. */
export const SYSBENCH_REPORT = `sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)

Running the test with following options:
Number of threads: 2

Threads started!

SQL statistics:
    queries performed:
        read:                            5000
        write:                           0
        other:                           0
        total:                           5000
    transactions:                        5000   (500.00 per sec.)
    queries:                             5000   (500.00 per sec.)
    ignored errors:                      0      (0.00 per sec.)
    reconnects:                          0      (0.00 per sec.)

General statistics:
    total time:                          10.0005s
    total number of events:              5000

Latency (ms):
         min:                                    0.10
         avg:                                    0.20
         max:                                    9.00
         95th percentile:                        0.30
         sum:                                 1000.00

Threads fairness:
    events (avg/stddev):           2500.0000/1.00
    execution time (avg/stddev):   9.9900/0.00
`
