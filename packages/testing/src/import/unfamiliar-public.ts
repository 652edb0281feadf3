import { BOX, my, outputs, pg, pgbench, row, sysbench } from './unfamiliar-folder-text.ts'
import type { UnfamiliarFolder } from './unfamiliar-folders.ts'

const PGBENCH = { test: 'tpcb-like', clients: '8', params: '{"scale":100,"query_mode":"simple"}' }
const maria = (version: string, more: object = {}) => row({ product: 'MariaDB', version, ...more })

/** Output of pgbench that two versions of the server print. */
const ofServers = (paths: readonly string[], versions: readonly string[] = ['17.7', '18.1']) =>
  paths.map((path, at) => pgbench(path, at, 8, versions[at]))
const BOTH = [pg('17.7', PGBENCH), pg('18.1', PGBENCH)]

/** Files of one test at 8 and 40 threads, whose name is made by a template with `*`. */
const sweep = (templates: readonly string[]) =>
  templates.flatMap((template, at) =>
    [8, 40].map((threads, n) => sysbench(template.replace('*', String(threads)), 2 * at + n, threads)),
  )
const atBoth = (one: (more: object) => string): string[] => [one({ clients: '40' }), one({ clients: '8' })]

/**
 * Thirty layouts in which vendors and authors publish results of databases, with their own figures replaced. At most three
 * of them may ask for more than one correction.
 */
export const PUBLIC: readonly Omit<UnfamiliarFolder, 'team'>[] = [
  {
    name: 'versions as the server prints them',
    files: sweep(['logs/mariadb/11.8.6-MariaDB-ubu2404/oltp_insert_*th.txt', 'logs/mysql/8.4.8/oltp_insert_*th.txt']),
    correction: BOX,
    rows: [...atBoth((more) => maria('11.8.6', more)), ...atBoth((more) => my('8.4.8', more))],
  },
  {
    name: 'an ending without its dot',
    files: sweep(['res-mysql-8.0.21-2025-07-16-14-27/oltp_insert.thr*txt']),
    correction: BOX,
    rows: atBoth((more) => my('8.0.21', more)),
  },
  {
    name: 'axes of a build server',
    files: outputs(['8.0.44', '8.4.7'].map((v) => `jobs/mysql/axis-VERSION/${v}/builds/14/archive/oltp_insert.log`)),
    correction: BOX,
    rows: [my('8.0.44'), my('8.4.7')],
  },
  {
    name: 'tasks of an array of jobs',
    files: ofServers(['out/slurm-8812231_0.out', 'out/slurm-8812231_1.out']),
    correction: BOX,
    rows: BOTH,
  },
  {
    name: 'numbers of jobs as endings',
    files: ofServers(['out/pg17.7.o991823', 'out/pg18.1.o991824']),
    correction: BOX,
    rows: BOTH,
  },
  {
    name: 'partitions of an object store with other keys',
    files: ofServers(
      ['17.7', '18.1'].map(
        (v) => `dt=2025-11-03/engine=postgres/engine_version=${v}/instance_type=m7i.2xlarge/part-0.txt`,
      ),
    ),
    correction: null,
    rows: ['17.7', '18.1'].map((version) => pg(version, { ...PGBENCH, machine: 'm7i.2xlarge' })),
  },
  {
    name: 'artifacts of a cluster test',
    files: outputs(['24.3.1', '25.1.0'].map((v) => `cockroach-v${v}/oltp_insert/nodes=3/cpu=32/run_1/out.log`)),
    correction: BOX,
    rows: ['24.3.1', '25.1.0'].map((version) =>
      row({ product: 'CockroachDB', version, params: '{"nodes":3,"cpu":32}' }),
    ),
  },
  {
    name: 'ids of loaders that look like commits',
    files: outputs(['2025.1.4', '2025.3.1'].map((v) => `scylla-${v}/oltp_insert-l0-c0-k1-5b1f0a3c.log`)),
    correction: BOX,
    rows: ['2025.1.4', '2025.3.1'].map((version) => row({ product: 'ScyllaDB', version })),
  },
  {
    name: 'a service next to its server',
    files: ofServers(
      ['16', '17'].map((v) => `out/test_pgbench[neon-45-10-pg${v}]/stdout.txt`),
      ['16.9', '17.5'],
    ),
    correction: BOX,
    rows: ['16', '17'].map((version) => row({ product: 'Neon', version, ...PGBENCH })),
  },
  {
    name: 'versions with a year below the product',
    files: outputs(['2024.2.1.0-b185', '2025.1.0.0-b168'].map((v) => `yb_perf/${v}/c5.4xlarge/oltp_insert_c40.log`)),
    correction: null,
    rows: ['2024.2.1.0-b185', '2025.1.0.0-b168'].map((version) =>
      row({ product: 'YugabyteDB', version, machine: 'c5.4xlarge' }),
    ),
  },
  {
    name: 'numbers of clients in Chinese',
    files: sweep(['测试结果/MySQL8.4.7/并发*/oltp_insert.txt']),
    correction: BOX,
    rows: atBoth((more) => my('8.4.7', more)),
  },
  {
    name: 'numbers of clients in Russian and German',
    files: [
      sysbench('pg-17.7/8 клиентов/oltp_insert.txt', 0, 8),
      sysbench('pg-18.1/40 Verbindungen/oltp_insert.txt', 1),
    ],
    correction: BOX,
    rows: [pg('17.7', { clients: '8' }), pg('18.1')],
  },
  {
    name: 'a day without its century and a time',
    files: ofServers(['out/251103_1530_pg177_c8.log', 'out/251103_1545_pg181_c8.log']),
    correction: BOX,
    rows: BOTH,
  },
  {
    name: 'dates as the shell prints them',
    files: ofServers(['17.7', '18.1'].map((v, at) => `Mon_Nov__3_1${at}:15:01_UTC_2025/pg-${v}/out.log`)),
    correction: BOX,
    rows: BOTH,
  },
  {
    name: 'scale, repeat and clients as numbers',
    files: [1, 2].map((n) => pgbench(`pg-18.1/100-${n}-8.txt`, n, 8, '18.1')),
    correction: BOX,
    rows: [pg('18.1', PGBENCH), pg('18.1', { ...PGBENCH, repeat: '2' })],
  },
  {
    name: 'the phase run before the number of threads',
    files: sweep(['mysql-8.4.7/oltp_insert-run-*.txt']),
    correction: BOX,
    rows: atBoth((more) => my('8.4.7', more)),
  },
  {
    name: 'numbered tests of pgbench-tools',
    files: [1, 2].map((n) => pgbench(`results/pg18/${n}/results.txt`, n, 8 * n, '18.1')),
    correction: BOX,
    rows: [pg('18.1', { ...PGBENCH, clients: '16' }), pg('18.1', PGBENCH)],
  },
  {
    name: 'ids of executions',
    files: ofServers(['3fa85f64-5717-4562-b3fc-2c963f66afa6/out.log', '9b2d1f7e-0c4e-4c36-9c6f-0a4f6a1d2e11/out.log']),
    correction: BOX,
    rows: BOTH,
  },
  {
    name: 'all options in the name',
    files: sweep(['out/oltp_insert_postgres_18.1_threads_*_time_300.log']),
    correction: BOX,
    rows: atBoth((more) => pg('18.1', more)),
  },
  {
    name: 'a setting that is on or off',
    files: outputs(['mysql-8.4.7-with_ssl/oltp_insert.log', 'mysql-8.4.7-without_ssl/oltp_insert.log']),
    correction: BOX,
    rows: ['with_ssl', 'without_ssl'].map((config) => my('8.4.7', { config })),
  },
  {
    name: 'a branch of a change before its commit',
    files: outputs(['pg/feature_aio-9f8e7d6/oltp_insert.log', 'pg/master-1a2b3c4/oltp_insert.log']),
    correction: BOX,
    rows: [pg('feature_aio', { build: '9f8e7d6' }), pg('master', { build: '1a2b3c4' })],
  },
  {
    name: 'hosts with numbers',
    files: outputs(['bench-pg-01/postgresql-18.1/oltp_insert.txt', 'bench-pg-02/postgresql-18.1/oltp_insert.txt']),
    correction: 'hardware=@segment2',
    rows: ['bench-pg-01', 'bench-pg-02'].map((machine) => pg('18.1', { machine })),
  },
  {
    name: 'clients and repeat with a dot between them',
    files: outputs([1, 2].map((n) => `mariadb-11.4.9-oltp_insert-40.${n}.log`)),
    correction: BOX,
    rows: [maria('11.4.9'), maria('11.4.9', { repeat: '2' })],
  },
  {
    name: 'repeats from zero on',
    files: outputs([0, 1].map((n) => `mariadb-11.8.5/iter_${n}/oltp_insert_40.out`)),
    correction: BOX,
    rows: [maria('11.8.5'), maria('11.8.5', { repeat: '2' })],
  },
  {
    name: 'a sheet with merged headings',
    files: [
      {
        path: 'lab/tps.csv',
        text: ',PostgreSQL 17.7,,PostgreSQL 18.1,\nThreads,TPS,p95 (ms),TPS,p95 (ms)\n8,910.5,1.2,930.1,1.1\n',
      },
    ],
    correction: BOX,
    rows: ['17.7', '18.1'].map((version) => pg(version, { test: 'tps', clients: '8' })),
  },
  {
    name: 'a sheet whose workloads are its tests',
    files: [
      {
        path: 'lab/Sheet1.csv',
        text: 'DB,DB version,No. of threads,Workload,TPS\nMySQL,8.0.44,40,oltp_insert,1200.5\nMySQL,8.4.7,40,oltp_insert,1250.1\n',
      },
    ],
    correction: BOX,
    rows: [my('8.0.44'), my('8.4.7')],
  },
  {
    name: 'files named after their tool below the test',
    files: sweep(['nightly/mysql-8.4.7/oltp_insert/sysbench.*.res']),
    correction: BOX,
    rows: atBoth((more) => my('8.4.7', more)),
  },
  {
    name: 'numbered experiments',
    files: outputs(['01_baseline', '02_hugepages', '03_numa'].map((name) => `epyc/pg18.1/${name}/oltp_insert.txt`)),
    correction: BOX,
    rows: null,
  },
  {
    name: 'a patch of a development version',
    files: ofServers(['results/master-8.log', 'results/v3-patch-8.log'], ['19devel', '19devel']),
    correction: BOX,
    rows: null,
  },
  {
    name: 'a managed service without a version',
    files: outputs([
      'res-Aurora-3nodes-db.r5.xlarge-1/oltp_insert.txt',
      'res-mysql-8.0.36-db.r5.xlarge-1/oltp_insert.txt',
    ]),
    correction: BOX,
    rows: null,
  },
]
