import { BOX, my, outputs, pg, pgbench, row, sysbench } from './unfamiliar-folder-text.ts'
import type { UnfamiliarFolder } from './unfamiliar-folders.ts'

const PGBENCH = { test: 'tpcb-like', clients: '8', params: '{"scale":100,"query_mode":"simple"}' }

const REDIS = `====== SET ======
  100000 requests completed in 1.00 seconds
  50 parallel clients
  3 bytes payload

Summary:
  throughput summary: 100000.00 requests per second
  latency summary (msec):
          avg       min       p50       p95       p99       max
        0.321     0.096     0.303     0.503     0.703     2.303
`

const HISTOGRAM = `Attaching 3 probes...
@usecs:
[64, 128)             12 |@@                                                  |
[128, 256)           256 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|
`

/** Folders of clusters and clouds: names of pods, hosts and instances, tools named like servers, tables of other countries. */
export const CLUSTERS: readonly Omit<UnfamiliarFolder, 'team'>[] = [
  {
    name: 'a file named after redis-benchmark in a folder of Valkey',
    files: [{ path: 'valkey-8.1.4/redis-benchmark.txt', text: REDIS }],
    correction: BOX,
    rows: [row({ product: 'Valkey', version: '8.1.4', test: 'SET', clients: '50', params: '{"payload_bytes":3}' })],
  },
  {
    name: 'logs of pods',
    files: ['pgbench-17-7-5d4f8c7b9d-k2p4q', 'pgbench-18-1-7f9c6d5b8-x2x9k'].map((pod, at) =>
      pgbench(`${pod}.log`, at, 8, at === 0 ? '17.7' : '18.1'),
    ),
    correction: BOX,
    rows: [pg('17.7', PGBENCH), pg('18.1', PGBENCH)],
  },
  {
    name: 'threads as th64',
    files: [64, 128].map((threads, at) => sysbench(`MySQL-8.4.6/res-oltp_insert-th${threads}.txt`, at, threads)),
    correction: BOX,
    rows: ['128', '64'].map((clients) => my('8.4.6', { clients })),
  },
  {
    name: 'families of instances that look like clients, with other versions',
    files: outputs(['t3/mysql-8.0.44/oltp_insert.txt', 't4/mysql-8.4.7/oltp_insert.txt']),
    correction: 'hardware=@segment2',
    rows: [my('8.0.44', { machine: 't3' }), my('8.4.7', { machine: 't4' })],
  },
  {
    name: 'families of instances that look like clients, without an answer',
    files: outputs(['mysql-8.4.7/c5/oltp_insert.txt', 'mysql-8.4.7/c6/oltp_insert.txt']),
    correction: BOX,
    rows: null,
  },
  {
    name: 'times in UTC below a number that all runs have',
    files: ['20261103T101500Z', '20261110T101500Z'].map((time, at) => pgbench(`13/pg18.1/${time}/pgbench.c8.txt`, at)),
    correction: BOX,
    rows: [pg('18.1', PGBENCH), pg('18.1', { ...PGBENCH, repeat: '2' })],
  },
  {
    name: 'a histogram of the kernel named after the clients of its output',
    files: [
      sysbench('mysql-8.4.7/oltp_insert-c40.log', 0),
      sysbench('mysql-8.4.7/oltp_insert-c80.log', 1, 80),
      { path: 'mysql-8.4.7/c40-biolatency.txt', text: HISTOGRAM },
    ],
    correction: BOX,
    rows: [my('8.4.7'), my('8.4.7', { clients: '80' })],
  },
  {
    name: 'a table of a French spreadsheet',
    files: [
      {
        path: 'mesures.csv',
        text: 'Base;Version;Machine;Fils;Débit (tps);Latence moyenne (ms)\nPostgreSQL;17.7;rack3;16;1\u202f234,5;12,9\nPostgreSQL;18.1;rack3;16;1\u202f301,7;12,1\n',
      },
    ],
    correction: null,
    rows: ['17.7', '18.1'].map((version) => pg(version, { machine: 'rack3', test: 'mesures', clients: '16' })),
  },
  {
    name: 'a table of a German spreadsheet',
    files: [
      {
        path: 'vergleich.csv',
        text: 'Server;Rechner;Clients;TPS;Ø Latenz (ms);95. Perzentil (ms)\nPostgreSQL 17.7;ax102;8;9.123,4;0,87;1,20\nPostgreSQL 18.1;ax102;8;9.310,0;0,86;1,10\n',
      },
    ],
    correction: null,
    rows: ['17.7', '18.1'].map((version) => pg(version, { machine: 'ax102', test: 'vergleich', clients: '8' })),
  },
]
