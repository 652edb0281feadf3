import { BOX, my, outputs, pg, pgbench, row, sysbench } from './unfamiliar-folder-text.ts'
import type { UnfamiliarFolder } from './unfamiliar-folders.ts'

const PGBENCH = { test: 'tpcb-like', clients: '8', params: '{"scale":100,"query_mode":"simple"}' }
const insertOf = (...folders: readonly string[]) => outputs(folders.map((folder) => `${folder}/oltp_insert.log`))
const [OF_17, OF_18] = [pg('17.6'), pg('18.1')]
const TWICE = [OF_18, pg('18.1', { repeat: '2' })]

type Layout = Omit<UnfamiliarFolder, 'team'>

/** Folders with sysbench output of which one correction, the machine, gives these rows. */
const read = (name: string, folders: readonly string[], rows: readonly string[], correction = BOX): Layout => ({
  name,
  files: insertOf(...folders),
  correction,
  rows,
})

/** Folders about which only questions are right, even with the machine. */
const asks = (name: string, files: Layout['files']): Layout => ({ name, files, correction: BOX, rows: null })

const versionsOf = (product: string, byFolder: Readonly<Record<string, string>>): Layout =>
  read(
    `releases of ${product}`,
    Object.keys(byFolder),
    Object.values(byFolder).map((version) => row({ product, version })),
  )

/** Stores of objects, copies of workspaces, days and words of other languages, builds between releases, and other engines. */
export const LAYOUTS: readonly Layout[] = [
  asks('families of machines above versions', insertOf('r5/pg-18.1', 'r6/pg-18.1')),
  asks('families of machines below a version', insertOf('pg-18.1/r7', 'pg-18.1/r8')),
  asks('a family of machines for each version', insertOf('r1/pg-17.6', 'r2/pg-18.1')),
  read(
    'families of machines that a person states',
    ['r5/pg-18.1', 'r6/pg-18.1'],
    ['r5', 'r6'].map((machine) => pg('18.1', { machine })),
    'hardware=@folder',
  ),
  read('a letter with the number of the repeat', ['pg-18.1/r1', 'pg-18.1/r2'], TWICE),
  read('repeats from zero', ['pg-18.1/r0', 'pg-18.1/r1'], TWICE),
  asks('versions of a schema below a version', insertOf('pg-18.1/v1', 'pg-18.1/v2')),
  asks('versions of a script in names of files', outputs(['pg18.1/oltp_insert-v1.log', 'pg18.1/oltp_insert-v2.log'])),
  asks('other tests in versions of a script', outputs(['pg18.1/v1/oltp_insert.log', 'pg18.1/v2/oltp_delete.log'])),
  asks('minutes that look like rows', insertOf('pg-18.1/10m', 'pg-18.1/20m')),
  asks('tables or threads', outputs(['pg18.1/10t/oltp_insert.log', 'pg18.1/20t/oltp_delete.log'])),
  asks('names of disks that look like a cached workload', insertOf('pg-18.1/mem', 'pg-18.1/io')),
  read(
    'builds between releases of Postgres',
    ['postgres-v18.1-23-gabc1234', 'REL_18_1-40-gdef1234'],
    [pg('18.1-23', { build: 'abc1234' }), pg('18.1-40', { build: 'def1234' })],
  ),
  read(
    'builds between releases of TiDB',
    ['tidb-v8.5.1-3-gdeadbee', 'tidb-v8.5.1'],
    [row({ product: 'TiDB', version: '8.5.1-3', build: 'deadbee' }), row({ product: 'TiDB', version: '8.5.1' })],
  ),
  read(
    'keys of a store of objects',
    ['year=2025/month=11/day=03/db=pg17.6', 'year=2025/month=11/day=04/db=pg18.1'],
    [OF_17, OF_18],
  ),
  read('partitions by day', ['dt=2025-11-03/db=pg18.1', 'dt=2025-11-04/db=pg18.1'], TWICE),
  asks('regions of a store of objects', insertOf('bench/eu-central-1/pg18.1', 'bench/us-east-1/pg18.1')),
  asks('builds of a job with small numbers', insertOf('jobs/bench/builds/12/pg18.1', 'jobs/bench/builds/13/pg18.1')),
  asks('a second workspace of a job', insertOf('workspace/bench_main/pg18.1', 'workspace/bench_main@2/pg18.1')),
  read('days with the month first', ['11-13-2025/pg18.1', '11-14-2025/pg18.1'], TWICE),
  read('days with the name of the month', ['03Nov2025_pg18.1', '04Nov2025_pg18.1'], TWICE),
  read('days of the week with the day', ['Mon 3 Nov 2025/pg18.1', 'Tue 4 Nov 2025/pg18.1'], TWICE),
  read('American days in words', ['Nov 3, 2025/pg17.6', 'November 4, 2025/pg18.1'], [OF_17, OF_18]),
  {
    name: 'days with a time on Windows',
    files: ['14h30', '16h30'].map((time, at) =>
      sysbench(String.raw`Results\03-11-2025 ${time}\PostgreSQL 18.1\oltp_insert 40 threads.txt`, at),
    ),
    correction: BOX,
    rows: TWICE,
  },
  read('French repeats', ['résultats/essai 1/PostgreSQL 18.1', 'résultats/essai 2/PostgreSQL 18.1'], TWICE),
  read('Spanish repeats', ['prueba1/pg18.1', 'prueba2/pg18.1'], TWICE),
  read('Japanese repeats', ['結果/PostgreSQL 18.1/1回目', '結果/PostgreSQL 18.1/2回目'], TWICE),
  read('Russian repeats', ['Результаты/Прогон 1/PostgreSQL 18.1', 'Результаты/Прогон 2/PostgreSQL 18.1'], TWICE),
  {
    name: 'clients in words',
    files: [
      sysbench('pg18.1/one-thread/oltp_insert.log', 0, 1),
      sysbench('pg18.1/eight-threads/oltp_insert.log', 1, 8),
    ],
    correction: BOX,
    rows: ['1', '8'].map((clients) => pg('18.1', { clients })),
  },
  read(
    'packages of Ubuntu with a revision',
    ['mysql-server-8.0_8.0.39-0ubuntu0.24.04.2', 'mysql-server-8.4_8.4.6-0ubuntu0.24.04.2'],
    [my('8.0.39'), my('8.4.6')],
  ),
  read(
    'packages of MariaDB',
    ['mariadb-server_10.11.6+maria~deb12', 'mariadb-server_11.4.2+maria~deb12'],
    ['10.11.6', '11.4.2'].map((version) => row({ product: 'MariaDB', version })),
  ),
  versionsOf('Valkey', { 'valkey-8.1.0-rc1': '8.1.0rc1', 'valkey-unstable': 'unstable' }),
  versionsOf('Dragonfly', { 'dragonfly-1.26.1': '1.26.1', 'dragonflydb-v1.30.0': '1.30.0' }),
  versionsOf('DuckDB', { 'duckdb-v1.3.2': '1.3.2', 'DuckDB 1.4.0': '1.4.0' }),
  versionsOf('SQL Server', { 'mssql-2019': '2019', sqlserver2022: '2022' }),
  read('images with one base system', ['postgres:17.6-alpine', 'postgres:18.1-alpine'], [OF_17, OF_18]),
  asks('images with two base systems', insertOf('postgres:18.1-alpine', 'postgres:18.1-bookworm')),
  asks('an extension with two servers', insertOf('timescaledb-2.17.2-pg17', 'timescaledb-2.17.2-pg16')),
  asks('a benchmark of another product', [pgbench('mysql-8.4/a.log', 0), pgbench('mysql-9.1/a.log', 1)]),
  {
    name: 'the output of one night in one folder',
    files: ['17.6', '18.1'].map((version, at) => pgbench(`nightly-2025-11-03/pgbench-pg${version}.log`, at)),
    correction: BOX,
    rows: [pg('17.6', PGBENCH), pg('18.1', PGBENCH)],
  },
  asks('the output of two tools of one night', [
    sysbench('nightly-2025-11-03/sysbench-pg18.1.log', 0),
    pgbench('nightly-2025-11-03/pgbench-pg18.1.log', 1),
    sysbench('nightly-2025-11-03/sysbench-pg17.6.log', 2),
  ]),
  asks('copies by hand and by systems', outputs(['pg18.1/oltp_insert.log', 'pg18.1/oltp_insert.log.bak'])),
  {
    name: 'queries whose names end with numbers',
    files: outputs(['1', '12'].map((hours) => `timescaledb-2.17.2/single-groupby-1-1-${hours}.log`)),
    correction: BOX,
    rows: ['1', '12'].map((hours) =>
      row({ product: 'TimescaleDB', version: '2.17.2', test: `single-groupby-1-1-${hours}` }),
    ),
  },
  asks('a file that an editor rotated', outputs(['pg18.1/oltp_insert.log', 'pg18.1/oltp_insert.log.1'])),
]
