/** Output of a scan by sysbench 1.1, with a query plan and a warm-up. */
export const SYSBENCH_1_1 = `/opt/bin/sysbench --db-driver=mysql --table-size=50000000 --threads=1 --time=600 /opt/lua/oltp_scan.lua run --mysql-user=u --mysql-password=p --skip-trx
8 CPUs
sysbench 1.1.0-3ceba0b (using bundled LuaJIT 2.1.0-beta3)

Running the test with following options:
Number of threads: 1
Warmup time: 5s

for scans
table 1 : explain SELECT 1
\t1\tSIMPLE\tread:                            9
    total:                           77
Threads started!

Warming up for 5 seconds...

SQL statistics:
    queries performed:
        read:                            54
        write:                           0
        other:                           0
        total:                           54
    transactions:                        54 (0.09 per sec.)
    queries:                             54 (0.09 per sec.)
    ignored errors:                      2      (0.01 per sec.)
    reconnects:                          0      (0.00 per sec.)

Throughput:
    events/s (eps):                      0.0888
    time elapsed:                        608.0300s
    total number of events:              54

Latency (ms):
         min:                                11000.00
         avg:                                11146.02
         max:                                11500.00
         95th percentile:                    11115.87
         sum:                               601885.08

Threads fairness:
    events (avg/stddev):           54.0000/0.00
    execution time (avg/stddev):   601.8851/0.00
`

/** Output of sysbench 1.0: a general statistics block, interval lines, no warm-up, no events/s. */

/** Output of `oltp_read_write` by sysbench 1.0.20 with interval reports. */
export const SYSBENCH_1_0 = `sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)

Running the test with following options:
Number of threads: 4
Report intermediate results every 10 second(s)

Threads started!

[ 10s ] thds: 4 tps: 123.45 qps: 2469.00 (r/w/o: 1728.30/493.80/246.90) lat (ms,99%): 12.34 err/s: 0.10 reconn/s: 0.00
[ 20s ] thds: 4 tps: 133.45 qps: 2669.00 (r/w/o: 1868.30/533.80/266.90) lat (ms,99%): 11.24 err/s: 0.00 reconn/s: 0.00
Latency histogram (values are in milliseconds)
       value  ------------- distribution ------------- count
       3.246 |****************************************  2569
SQL statistics:
    queries performed:
        read:                            35966
        write:                           10276
        other:                           5138
        total:                           51380
    transactions:                        2569   (128.42 per sec.)
    queries:                             51380  (2568.50 per sec.)
    ignored errors:                      1      (0.05 per sec.)
    reconnects:                          0      (0.00 per sec.)

General statistics:
    total time:                          20.0000s
    total number of events:              2569

Latency (ms):
         min:                                    0.17
         avg:                                    0.81
         max:                                   12.40
         99th percentile:                        3.25
         sum:                                 2000.25

Threads fairness:
    events (avg/stddev):           642.2500/3.50
    execution time (avg/stddev):   20.0001/0.00

`
