import { BOX, insertOf, my, outputs, pg, pgbench, row, sysbench } from './unfamiliar-folder-text.ts'
import type { UnfamiliarFolder } from './unfamiliar-folders.ts'

const PGBENCH = { test: 'tpcb-like', clients: '8', params: '{"scale":100,"query_mode":"simple"}' }

/** Digits that look like versions and are none, forks and engines of servers, and numbers of build servers. */
export const NAMES: readonly Omit<UnfamiliarFolder, 'team'>[] = [
  {
    name: 'artifacts with platform, product and commit',
    files: insertOf(['nightly-bench-linux-pg17-3f5a9c1', 'nightly-bench-linux-pg18-9bd1e02']),
    correction: BOX,
    rows: [pg('17', { build: '3f5a9c1' }), pg('18', { build: '9bd1e02' })],
  },
  {
    name: 'attempts of a job',
    files: insertOf(['run-7712345678-attempt-1/mysql-8.4.6', 'run-7712345678-attempt-2/mysql-8.4.6']),
    correction: BOX,
    rows: [my('8.4.6'), my('8.4.6', { repeat: '2' })],
  },
  { name: 'pull requests', files: insertOf(['pr-1234/pg18.1', 'pr-1240/pg18.1']), correction: BOX, rows: null },
  {
    name: 'tags of container images',
    files: insertOf(['postgres:17.2-alpine3.20', 'postgres:18.0-alpine3.20']),
    correction: BOX,
    rows: [pg('17.2'), pg('18.0')],
  },
  {
    name: 'names of packages',
    files: insertOf(['postgresql17-server-17.6-1.el9', 'postgresql18-server-18.1-1.el9']),
    correction: BOX,
    rows: [pg('17.6'), pg('18.1')],
  },
  {
    name: 'builds of a build server in front of versions',
    files: insertOf(['mysql-bench #412/8.0.39', 'mysql-bench #413/8.4.6']),
    correction: BOX,
    rows: [my('8.0.39'), my('8.4.6')],
  },
  {
    name: 'days without a century',
    files: insertOf(['mysql/25.11.03', 'mysql/25.11.04']),
    correction: null,
    rows: null,
  },
  { name: 'days after the product', files: insertOf(['pg_2025-11-03', 'pg_2025-11-04']), correction: null, rows: null },
  { name: 'years', files: insertOf(['postgres-2024', 'postgres-2025']), correction: null, rows: null },
  {
    name: 'days after the version',
    files: [sysbench('pg_16.4.2025-11-03.log', 0), sysbench('pg_16.4.2025-11-04.log', 1)],
    correction: BOX,
    rows: null,
  },
  {
    name: 'scales that look like versions',
    files: ['pg-100.log', 'pg-1000.log'].map((path, at) => pgbench(path, at)),
    correction: BOX,
    rows: null,
  },
  {
    name: 'clients that look like versions',
    files: [pgbench('pg-10.log', 0, 10), pgbench('pg-20.log', 1, 20)],
    correction: BOX,
    rows: null,
  },
  {
    name: 'ports that look like versions',
    files: insertOf(['mysql-3306', 'mysql-3307']),
    correction: BOX,
    rows: null,
  },
  { name: 'a kernel below the product', files: insertOf(['pg/6.8.0', 'pg/6.11.0']), correction: BOX, rows: null },
  {
    name: 'a service is another product than its server',
    files: insertOf(['aurora-postgres-16.4', 'postgres-16.4']),
    correction: BOX,
    rows: [row({ product: 'Aurora PostgreSQL', version: '16.4' }), pg('16.4')],
  },
  {
    name: 'an extension with its server',
    files: insertOf(['timescaledb-2.17-pg16']),
    correction: BOX,
    rows: [row({ product: 'TimescaleDB', version: '2.17' })],
  },
  {
    name: 'versions of an extension',
    files: insertOf(['pg17-pgvector-0.7.4', 'pg17-pgvector-0.8.0']),
    correction: 'params.pgvector=@folder',
    rows: null,
  },
  {
    name: 'versions of an extension on a cloud machine',
    files: insertOf(['m7i.large/pg17-pgvector-0.7.4', 'm7i.large/pg17-pgvector-0.8.0']),
    correction: 'params.extension=@folder',
    rows: ['0.7.4', '0.8.0'].map((version) =>
      pg('17', { machine: 'm7i.large', params: `{"extension":"pgvector-${version}"}` }),
    ),
  },
  {
    name: 'storage engines',
    files: insertOf(['mariadb-10.11.6-innodb', 'mariadb-10.11.6-myrocks']),
    correction: BOX,
    rows: ['innodb', 'myrocks'].map((engine) =>
      row({ product: 'MariaDB', version: '10.11.6', params: JSON.stringify({ storage_engine: engine }) }),
    ),
  },
  {
    name: 'a proxy in front of the server',
    files: insertOf(['proxysql-2.6.3-mysql-8.0.36']),
    correction: BOX,
    rows: [my('8.0.36')],
  },
  {
    name: 'sizes of tables that look like machine types',
    files: insertOf(['pg16-small', 'pg16-large']),
    correction: BOX,
    rows: null,
  },
  {
    name: 'ids of cloud machines are not commits',
    files: insertOf(['i-0abc123def4567890/mysql-8.0.39', 'i-0fff123def4567890/mysql-8.0.39']),
    correction: 'hardware=@folder',
    rows: ['i-0abc123def4567890', 'i-0fff123def4567890'].map((machine) => my('8.0.39', { machine })),
  },
  {
    name: 'throughput of disks',
    files: insertOf(['pg16-gp3-3000', 'pg16-gp3-16000']),
    correction: BOX,
    rows: null,
  },
  {
    name: 'numbers that put versions in order',
    files: insertOf(['01_mysql-8.0.39', '02_mysql-8.4.6']),
    correction: BOX,
    rows: [my('8.0.39'), my('8.4.6')],
  },
  {
    name: 'editions of a product',
    files: insertOf(['mysql-commercial-8.0.39', 'mysql-community-8.0.39']),
    correction: BOX,
    rows: null,
  },
  {
    name: 'upgrades',
    files: insertOf(['pg16_to_pg17', 'pg16.4-to-17.1']),
    correction: BOX,
    rows: null,
  },
  {
    name: 'loaders that look like clients',
    files: insertOf(['client1/mysql-8.0.39', 'client2/mysql-8.0.39']),
    correction: BOX,
    rows: null,
  },
  {
    name: 'the file name states no test',
    files: [sysbench('mysql-8.0.39_128.log', 0, 128), sysbench('mysql-8.0.39_256.log', 1, 256)],
    correction: BOX,
    rows: null,
  },
  {
    name: 'keys and values with a product as key',
    files: [1, 2].map((size) => pgbench(`pg=16.4--wm=${size}MB--c=8.log`, size)),
    correction: BOX,
    rows: [1, 2].map((size) =>
      pg('16.4', { ...PGBENCH, params: `{"wm":"${size}MB","scale":100,"query_mode":"simple"}` }),
    ),
  },
  {
    name: 'repeats as numbers, and the test is stated',
    files: outputs(['mysql80_64thr_600s_1.txt', 'mysql80_64thr_600s_2.txt'], 64).map(({ path, text }) => ({
      path: `m7i.large/${path}`,
      text,
    })),
    correction: 'test=oltp_insert',
    rows: ['1', '2'].map((repeat) => my('8.0', { clients: '64', repeat, machine: 'm7i.large' })),
  },
]
