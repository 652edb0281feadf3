import { fixtureText } from './recorded-output.ts'
import { BOX, insertOf, my, outputs, pg, pgbench, row, sysbench } from './unfamiliar-folder-text.ts'
import type { UnfamiliarFolder } from './unfamiliar-folders.ts'

const PGBENCH = { test: 'tpcb-like', clients: '8', params: '{"scale":100,"query_mode":"simple"}' }
const YCSB = { clients: '2', params: '{"client":"BasicDB"}' }
const ycsb = (paths: readonly string[]) => paths.map((path) => ({ path, text: fixtureText('ycsb-0.17.0/run') }))
const redis = (paths: readonly string[]) =>
  paths.map((path) => ({ path, text: fixtureText('redis-benchmark-7.0.15/csv') }))
const fio = (paths: readonly string[]) => paths.map((path) => ({ path, text: fixtureText('fio-3.33/readwrite.json') }))
const table = (path: string, ...rows: readonly string[]) => [{ path, text: `${rows.join('\n')}\n` }]
const fioRow = (params: object) =>
  row({
    product: 'fio',
    version: '3.33',
    test: 'readwrite 4k',
    clients: '1',
    params: JSON.stringify({ ...params, rw: 'readwrite', block_size: '4k', io_engine: 'psync', io_depth: 1 }),
  })

/** Other products and tools, nested days, packages of distributions, and spreadsheets. */
export const TOOLS: readonly Omit<UnfamiliarFolder, 'team'>[] = [
  {
    name: 'days as three folders',
    files: insertOf(['2025/11/03/pg17.6', '2025/11/04/pg17.6', '2025/11/04/pg18.1']),
    correction: BOX,
    rows: [pg('17.6'), pg('17.6', { repeat: '2' }), pg('18.1')],
  },
  {
    name: 'days as a year and a month with a day',
    files: insertOf(['2025/11-03/postgres 18', '2025/11-04/postgres 18']),
    correction: BOX,
    rows: [pg('18'), pg('18', { repeat: '2' })],
  },
  {
    name: 'days below months',
    files: insertOf(['2025-11/03/mysql-8.4.3', '2025-11/04/mysql-9.2.0']),
    correction: BOX,
    rows: [my('8.4.3'), my('9.2.0')],
  },
  {
    name: 'whole days below months',
    files: insertOf(['2025-11/2025-11-03/mysql-8.4.3', '2025-11/2025-11-04/mysql-8.4.3']),
    correction: BOX,
    rows: [my('8.4.3'), my('8.4.3', { repeat: '2' })],
  },
  {
    name: 'workloads of YCSB by letter',
    files: ycsb(['cockroach-v24.2.3/ycsb_a.log', 'cockroach-v24.3.0-rc.1/ycsb_a.log']),
    correction: BOX,
    rows: ['24.2.3', '24.3.0rc1'].map((version) => row({ product: 'CockroachDB', version, ...YCSB, test: 'ycsb_a' })),
  },
  {
    name: 'versions of MongoDB without a dot',
    files: ycsb(['mongo70/workloada.txt', 'mongod80/workloada.txt']),
    correction: BOX,
    rows: ['7.0', '8.0'].map((version) => row({ product: 'MongoDB', version, ...YCSB, test: 'workloada' })),
  },
  {
    name: 'versions of years',
    files: ycsb(['scylla-2024.1.9/workloadb.txt', 'scylla-2025.1.0/workloadb.txt']),
    correction: BOX,
    rows: ['2024.1.9', '2025.1.0'].map((version) => row({ product: 'ScyllaDB', version, ...YCSB, test: 'workloadb' })),
  },
  {
    name: 'threads of the server are not clients',
    files: redis(['m7i.large/Redis_7-4-1_io-threads-4.csv', 'm7i.large/Redis_7-4-1_io-threads-8.csv']),
    correction: 'clients=50',
    rows: null,
  },
  {
    name: 'a tool that states no clients',
    files: redis(['m7i.large/redis-7.2.6/get.csv', 'm7i.large/valkey81/get.csv']),
    correction: 'clients=50',
    rows: ['Redis 7.2.6', 'Valkey 8.1'].flatMap((server) => {
      const [product = '', version = ''] = server.split(' ')
      return ['GET', 'SET', 'LPUSH (needed to benchmark LRANGE)', 'LRANGE_100 (first 100 elements)'].map((test) =>
        row({ product, version, test, clients: '50', machine: 'm7i.large' }),
      )
    }),
  },
  {
    name: 'kernels are not versions of the tool',
    files: fio(['6.8.0-45-generic/randread.json', '6.11.0-8-generic/randread.json']),
    correction: BOX,
    rows: ['6.8.0-45-generic', '6.11.0-8-generic'].map((kernel) => fioRow({ kernel })),
  },
  {
    name: 'disks of one machine',
    files: fio(['nvme0n1/rw-4k.json', 'nvme1n1/rw-4k.json']),
    correction: BOX,
    rows: ['nvme0n1', 'nvme1n1'].map((device) => fioRow({ device })),
  },
  {
    name: 'revisions of Percona Server',
    files: insertOf(['PS-8.0.37-29', 'PS-8.4.0-1']),
    correction: BOX,
    rows: ['8.0.37-29', '8.4.0-1'].map((version) => row({ product: 'Percona Server', version })),
  },
  {
    name: 'old major versions of Postgres',
    files: insertOf(['pg96', 'pg10', 'pg11']),
    correction: BOX,
    rows: [pg('10'), pg('11'), pg('9.6')],
  },
  {
    name: 'clients that look like an old version',
    files: [sysbench('pg-96.log', 0, 96), sysbench('pg-95.log', 1, 95)],
    correction: BOX,
    rows: null,
  },
  {
    name: 'versions of MySQL without dots',
    files: insertOf(['mysql57', 'mysql80', 'mysql84', 'mysql96']),
    correction: BOX,
    rows: ['5.7', '8.0', '8.4', '9.6'].map((version) => my(version)),
  },
  {
    name: 'packages of Ubuntu',
    files: insertOf(['mysql-8.0.40-0ubuntu0.24.04.1', 'mysql-8.4.3-0ubuntu0.24.04.1']),
    correction: BOX,
    rows: [my('8.0.40'), my('8.4.3')],
  },
  {
    name: 'packages of the Postgres project',
    files: ['postgresql-17_17.6-1.pgdg120+1', 'postgresql-18_18.1-1.pgdg120+1'].map((folder, at) =>
      pgbench(`${folder}/tpcb.log`, at),
    ),
    correction: BOX,
    rows: [pg('17.6', PGBENCH), pg('18.1', PGBENCH)],
  },
  {
    name: 'sizes of Azure without their prefix',
    files: insertOf(['pg16-D4ds_v5', 'pg16-D8ds_v5']),
    correction: null,
    rows: ['D4ds_v5', 'D8ds_v5'].map((machine) => pg('16', { machine })),
  },
  {
    name: 'nightly builds of a branch are not repeats',
    files: ['pgmaster_20251101', 'pgmaster_20251102'].map((folder, at) => pgbench(`${folder}/tpcb.log`, at)),
    correction: BOX,
    rows: null,
  },
  {
    name: 'artifacts of a matrix with runner and compiler',
    files: insertOf(['results-pg16-ubuntu-latest-gcc', 'results-pg17-ubuntu-latest-gcc']),
    correction: BOX,
    rows: [pg('16', { build: 'gcc' }), pg('17', { build: 'gcc' })],
  },
  {
    name: 'parts of a parallel job',
    files: outputs(['bench-pg-17.6-1of2/oltp_insert.log', 'bench-pg-17.6-2of2/oltp_insert.log']),
    correction: BOX,
    rows: null,
  },
  {
    name: 'a proxy with a longer version of the same digits',
    files: insertOf(['m7i.large/pg-17-pgbouncer-17.1', 'm7i.large/pg-17-pgbouncer-17.2']),
    correction: null,
    rows: null,
  },
  { name: 'days of the week', files: insertOf(['Monday/pg18.1', 'Tuesday/pg18.1']), correction: BOX, rows: null },
  {
    name: 'copies of a file',
    files: [pgbench('pg17.6/tpcb.log', 0), pgbench('pg17.6/tpcb.log.bak', 1)],
    correction: BOX,
    rows: null,
  },
  {
    name: 'a spreadsheet with thousands, holes and totals',
    files: table(
      'box1/bench.csv',
      'Database,Threads,"Throughput (tx/s)",p95 (ms)',
      'PostgreSQL 17.6,16,"10,234",5.1',
      'PostgreSQL 18.1,16,"10,987",N/A',
    ),
    correction: BOX,
    rows: ['17.6', '18.1'].map((version) => pg(version, { test: 'bench', clients: '16' })),
  },
  {
    name: 'a spreadsheet with German headings and marks',
    files: table(
      'messung.csv',
      'Datenbank;Verbindungen;Latenz p95 [ms];Durchsatz [1/s]',
      'MariaDB 11.4.4;16;5,1;1.234,5',
      'MariaDB 11.8.2;16;4,9;1.300,0',
    ),
    correction: BOX,
    rows: ['11.4.4', '11.8.2'].map((version) => row({ product: 'MariaDB', version, test: 'messung', clients: '16' })),
  },
  {
    name: 'a spreadsheet with a column for each repeat',
    files: table('oltp_insert.csv', 'version,tps_1,tps_2', 'mysql-8.4.3,900,910', 'mysql-9.2.0,800,805'),
    correction: BOX,
    rows: ['8.4.3', '9.2.0'].flatMap((version) => ['1', '2'].map((repeat) => my(version, { repeat, clients: '1' }))),
  },
  {
    name: 'a spreadsheet with a column for each version and metric',
    files: table(
      'lab.csv',
      'test,pg 17.6 tps,pg 17.6 p95 (ms),pg 18.1 tps,pg 18.1 p95 (ms)',
      'point-query,10,1.5,11,1.4',
    ),
    correction: BOX,
    rows: ['17.6', '18.1'].map((version) => pg(version, { test: 'point-query', clients: '1' })),
  },
  {
    name: 'a spreadsheet of TPC-C with virtual users',
    files: table(
      'tpcc.csv',
      'db_version,warehouses,vusers,NOPM,TPM',
      'PostgreSQL 16.4,100,32,345678,789012',
      'PostgreSQL 17.0,100,32,355678,799012',
    ),
    correction: BOX,
    rows: ['16.4', '17.0'].map((version) => pg(version, { test: 'tpcc', clients: '32', params: '{"warehouses":100}' })),
  },
  {
    name: 'a spreadsheet with a computed column',
    files: table('diff.csv', 'version,tps,change %', 'pg 17.6,10,', 'pg 18.1,11,10%'),
    correction: BOX,
    rows: ['17.6', '18.1'].map((version) => pg(version, { test: 'diff', clients: '1' })),
  },
]
