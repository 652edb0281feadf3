import { fixtureText } from './recorded-output.ts'
import { BOX, insertOf, my, pg, pgbench, row, sysbench } from './unfamiliar-folder-text.ts'
import type { UnfamiliarFolder } from './unfamiliar-folders.ts'

const PGBENCH = { test: 'tpcb-like', clients: '8', params: '{"scale":100,"query_mode":"simple"}' }
const YCSB = { clients: '2', params: '{"client":"BasicDB"}', test: 'workloada' }
const ycsb = (folders: readonly string[]) =>
  folders.map((folder) => ({ path: `${folder}/workloada.log`, text: fixtureText('ycsb-0.17.0/run') }))
const table = (path: string, ...rows: readonly string[]) => [{ path, text: `${rows.join('\n')}\n` }]
/** Folders of one product whose versions need no correction but the machine. */
const versions = (product: string, byFolder: Readonly<Record<string, string>>) => ({
  files: insertOf(Object.keys(byFolder)),
  correction: BOX,
  rows: Object.values(byFolder).map((version) => row({ product, version })),
})

/** The output with what a CI system adds to each line. */
const decorated = (files: readonly { path: string; text: string }[], decorate: (line: string) => string) =>
  files.map(({ path, text }) => ({ path, text: text.split('\n').map(decorate).join('\n') }))
const BOTH = insertOf(['pg16.4', 'pg17.0'])
const PG = [pg('16.4'), pg('17.0')]

/** Other engines and forks, packages of vendors, counted things, logs of CI systems, and other letters. */
export const ENGINES: readonly Omit<UnfamiliarFolder, 'team'>[] = [
  { name: 'Percona Server', ...versions('Percona Server', { 'percona-server-8.0.36-28': '8.0.36-28', ps84: '8.4' }) },
  {
    name: 'clusters of Percona next to MySQL',
    files: insertOf(['pxc-8.0.36', 'my8036']),
    correction: BOX,
    rows: [row({ product: 'Percona XtraDB Cluster', version: '8.0.36' }), my('8.0.36')],
  },
  { name: 'short names of two products', files: insertOf(['mdb1011', 'mdb114']), correction: BOX, rows: null },
  {
    name: 'editions of MariaDB',
    files: insertOf(['mariadb-enterprise-10.6.17-13', 'mariadb-10.6.17']),
    correction: BOX,
    rows: null,
  },
  {
    name: 'short names of MySQL and MariaDB',
    files: insertOf(['my57', 'maria106']),
    correction: BOX,
    rows: [my('5.7'), row({ product: 'MariaDB', version: '10.6' })],
  },
  { name: 'Aurora', ...versions('Aurora MySQL', { 'aurora-mysql-3.05.2': '3.05.2', 'aurora-mysql-3.07.0': '3.07.0' }) },
  {
    name: 'versions of Aurora within those of MySQL',
    files: insertOf(['8.0.mysql_aurora.3.05.2']),
    correction: BOX,
    rows: null,
  },
  {
    name: 'types of managed servers',
    files: insertOf(['rds-postgres-15.4-db.r6g.xlarge', 'rds-postgres-16.1-db.r6g.xlarge']),
    correction: null,
    rows: ['15.4', '16.1'].map((version) => pg(version, { machine: 'db.r6g.xlarge' })),
  },
  {
    name: 'TiDB between two releases',
    files: insertOf(['TiDB-v8.5.0-alpha-12-g3f5a9c1', 'tidb-v7.5.1']),
    correction: BOX,
    rows: [
      row({ product: 'TiDB', version: '8.5.0alpha12', build: '3f5a9c1' }),
      row({ product: 'TiDB', version: '7.5.1' }),
    ],
  },
  {
    name: 'CockroachDB',
    ...versions('CockroachDB', { 'crdb-v23.2.4.linux-amd64': '23.2.4', 'cockroach-v24.1.0.linux-amd64': '24.1.0' }),
  },
  {
    name: 'builds of YugabyteDB',
    ...versions('YugabyteDB', {
      'yugabyte-2.20.1.0-b97-linux-x86_64': '2.20.1.0-b97',
      'yb-2024.1-linux-x86_64': '2024.1',
    }),
  },
  { name: 'Greenplum', ...versions('Greenplum', { 'gpdb-6.25.3': '6.25.3', gp7: '7' }) },
  {
    name: 'pre-releases of OrioleDB',
    files: insertOf(['orioledb-beta4', 'orioledb-beta5']),
    correction: BOX,
    rows: null,
  },
  {
    name: 'two storage engines of one server',
    files: insertOf(['myrocks-8.0.28', 'innodb-8.0.28']),
    correction: BOX,
    rows: null,
  },
  {
    name: 'Cassandra and its relatives',
    files: ycsb(['c*-4.1', 'cassandra-5.0-rc1', 'scylla-6.1.1', 'dse-6.8.50', 'fdb-7.3.27']),
    correction: BOX,
    rows: [
      ['Cassandra', '4.1'],
      ['Cassandra', '5.0rc1'],
      ['ScyllaDB', '6.1.1'],
      ['DataStax Enterprise', '6.8.50'],
      ['FoundationDB', '7.3.27'],
    ].map(([product = '', version = '']) => row({ product, version, ...YCSB })),
  },
  {
    name: 'nightly builds of ScyllaDB',
    files: insertOf(['scylla-6.1.1-0.20240814.8d90b817660a', 'scylla-6.1.2-0.20240901.1d90b817660a']),
    correction: BOX,
    rows: [
      row({ product: 'ScyllaDB', version: '6.1.1', build: '8d90b817660a' }),
      row({ product: 'ScyllaDB', version: '6.1.2', build: '1d90b817660a' }),
    ],
  },
  {
    name: 'MongoDB and its fork',
    files: ycsb(['mongodb-7.0.14', 'psmdb-7.0.14-8']),
    correction: BOX,
    rows: [
      row({ product: 'MongoDB', version: '7.0.14', ...YCSB }),
      row({ product: 'Percona Server for MongoDB', version: '7.0.14-8', ...YCSB }),
    ],
  },
  {
    name: 'a spreadsheet of DuckDB in a folder of its name',
    files: table('duckdb/tpch.csv', 'version,query,time_s', '1.0.0,1,0.51', '1.1.3,1,0.44'),
    correction: BOX,
    rows: ['1.0.0', '1.1.3'].map((version) => row({ product: 'DuckDB', version, test: '1', clients: '1' })),
  },
  {
    name: 'a spreadsheet with releases of ClickHouse',
    files: table('bench.csv', 'system,qps,threads', 'clickhouse-24.3.2.23-lts,100,8', 'clickhouse-24.8.4.13-lts,120,8'),
    correction: BOX,
    rows: ['24.3.2.23-lts', '24.8.4.13-lts'].map((version) =>
      row({ product: 'ClickHouse', version, test: 'bench', clients: '8' }),
    ),
  },
  {
    name: 'a spreadsheet with commas of thousands and points of fractions',
    files: table('q.csv', 'version,threads,tps', 'pg 16.3,8,"12,345.6"', 'pg 17.0,8,"13,001.2"'),
    correction: BOX,
    rows: ['16.3', '17.0'].map((version) => pg(version, { test: 'q', clients: '8' })),
  },
  {
    name: 'packages of MySQL for Red Hat',
    files: insertOf(['mysql-community-server-8.0.39-1.el9.x86_64', 'mysql-community-server-8.4.2-1.el9.x86_64']),
    correction: BOX,
    rows: [my('8.0.39'), my('8.4.2')],
  },
  { name: 'numbers of nodes', files: insertOf(['redis-6-nodes', 'redis-3-nodes']), correction: BOX, rows: null },
  { name: 'numbers of processors', files: insertOf(['pg-16-vcpu', 'pg-12-vcpu']), correction: BOX, rows: null },
  { name: 'sizes of memory', files: insertOf(['postgres 16 GB', 'postgres 12 GB']), correction: BOX, rows: null },
  { name: 'hours', files: insertOf(['mysql-8-hours', 'mysql-5-hours']), correction: BOX, rows: null },
  {
    name: 'processors behind a version',
    files: insertOf(['pg_16_8_cores', 'pg_16_4_cores']),
    correction: BOX,
    rows: null,
  },
  {
    name: 'a version in front of a number of clients',
    files: insertOf(['pg-16-threads-40', 'pg-17-threads-40']),
    correction: BOX,
    rows: [pg('16'), pg('17')],
  },
  {
    name: 'numbers of tables',
    files: insertOf(['m7i.large/mysql8.0.39/10tables', 'm7i.large/mysql8.0.39/20tables']),
    correction: null,
    rows: [my('8.0.39', { machine: 'm7i.large' }), my('8.0.39', { machine: 'm7i.large' })],
  },
  {
    name: 'a key with the word version',
    files: insertOf(['results-pg_version-16-os-linux', 'results-pg_version-17-os-linux']),
    correction: BOX,
    rows: [pg('16'), pg('17')],
  },
  {
    name: 'repeats above a thousand',
    files: insertOf(['run999/pg16.4', 'run1000/pg16.4']),
    correction: BOX,
    rows: [pg('16.4', { repeat: '999' }), pg('16.4', { repeat: '1000' })],
  },
  {
    name: 'processors of builds',
    files: insertOf(['pg16.4-gcc 12-O3', 'pg16.4-gcc 13-O3']),
    correction: BOX,
    rows: ['gcc 12 -O3', 'gcc 13 -O3'].map((build) => pg('16.4', { build })),
  },
  {
    name: 'flags that no grammar decodes',
    files: insertOf(['pg16.4-clang18-O3-flto', 'pg16.4-clang18-O3']),
    correction: BOX,
    rows: null,
  },
  {
    name: 'blanks that do not break, and wide letters',
    files: insertOf(['PostgreSQL\u00a016.4', 'ＰＧ－１７．０']),
    correction: BOX,
    rows: PG,
  },
  {
    name: 'accents of two systems',
    files: insertOf(['Größe/pg16.4'.normalize('NFD'), 'Größe/pg17.0']),
    correction: BOX,
    rows: PG,
  },
  {
    name: 'logs of GitHub with a time on each line',
    files: decorated(BOTH, (line) => `2025-11-03T09:30:10.1234567Z ${line}`),
    correction: BOX,
    rows: PG,
  },
  {
    name: 'logs of GitHub as its command prints them',
    files: decorated(BOTH, (line) => `bench (16)\tRun sysbench\t2025-11-03T09:30:10.1234567Z ${line}`),
    correction: BOX,
    rows: PG,
  },
  {
    name: 'logs of GitLab and Jenkins',
    files: [
      ...decorated(BOTH.slice(0, 1), (line) => `2025-11-03T09:30:10.123456Z 00O ${line}`),
      ...decorated(BOTH.slice(1), (line) => `[2025-11-03T09:30:10.123Z] ${line}`),
    ],
    correction: BOX,
    rows: PG,
  },
  {
    name: 'logs of Buildkite and colors',
    files: [
      ...decorated(BOTH.slice(0, 1), (line) => `\u001b_bk;t=1730624000123\u0007${line}`),
      ...decorated(BOTH.slice(1), (line) => `\u001b[0;32m${line}\u001b[0m`),
    ],
    correction: BOX,
    rows: PG,
  },
  {
    name: 'logs of containers',
    files: [
      ...decorated(BOTH.slice(0, 1), (line) => `bench-1  | ${line}`),
      ...decorated(BOTH.slice(1), (line) => `[pod/bench-7c9/sysbench] ${line}`),
    ],
    correction: BOX,
    rows: PG,
  },
  {
    name: 'a log with other steps around the output',
    files: decorated([pgbench('bench/pg16.4/tpcb.log', 0)], (line) => `09:30:11 ${line}`).map(({ path, text }) => ({
      path,
      text: `09:30:10 + createdb bench\n${text}\n09:31:12 Finished: SUCCESS`,
    })),
    correction: BOX,
    rows: [pg('16.4', PGBENCH)],
  },
  {
    name: 'machines as four folders of two versions',
    files: insertOf(['node1/mysql-8.0.39', 'node2/mysql-8.0.39', 'node1/mysql-8.4.2', 'node2/mysql-8.4.2']),
    correction: 'hardware=@folder',
    rows: ['8.0.39', '8.4.2'].flatMap((version) => ['node1', 'node2'].map((machine) => my(version, { machine }))),
  },
  {
    name: 'outputs of which one is cut',
    files: [...BOTH.slice(0, 1), { path: 'pg17.0/oltp_insert.log', text: sysbench('', 1).text.slice(0, 700) }],
    correction: null,
    rows: null,
  },
]
