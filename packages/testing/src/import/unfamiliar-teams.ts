import { BOX, my, outputs, pg, pgbench, row, sysbench } from './unfamiliar-folder-text.ts'
import type { UnfamiliarFolder } from './unfamiliar-folders.ts'

const insertOf = (folders: readonly string[], name = 'oltp_insert.log') =>
  outputs(folders.map((folder) => `${folder}/${name}`))
const PGBENCH = { test: 'tpcb-like', clients: '8', params: '{"scale":100,"query_mode":"simple"}' }

/** Artifacts of GitHub, GitLab and Buildkite, repositories of vendors, spreadsheets of names, and other separators. */
export const TEAMS: readonly Omit<UnfamiliarFolder, 'team'>[] = [
  {
    name: 'artifacts of a matrix with blanks and brackets',
    files: insertOf(['bench (ubuntu-24.04, postgres 17.2)', 'bench (ubuntu-24.04, postgres 18.1)']),
    correction: BOX,
    rows: [pg('17.2'), pg('18.1')],
  },
  {
    name: 'jobs of GitLab with pipeline and stage',
    files: insertOf(['pipeline-918273645/benchmark/mysql-8.4.6', 'pipeline-918273645/benchmark/mysql-9.1.0']),
    correction: BOX,
    rows: [my('8.4.6'), my('9.1.0')],
  },
  {
    name: 'steps of Buildkite with an id',
    files: insertOf([
      '0192f3a4-9c1e-4b7a-8f00-aabbccddeeff/mysql-8.4.6',
      '0192f3a4-9c1e-4b7a-8f00-aabbccddee00/mysql-8.4.6',
    ]),
    correction: BOX,
    rows: null,
  },
  {
    name: 'branches with slashes as dashes',
    files: insertOf(['feature-faster-scan/pg18.1', 'master/pg18.1']),
    correction: BOX,
    rows: null,
  },
  {
    name: 'builds by type and tag',
    files: insertOf(['release-REL_17_6', 'release-REL_18_1']),
    correction: BOX,
    rows: [pg('17.6', { build: 'release' }), pg('18.1', { build: 'release' })],
  },
  {
    name: 'camel case',
    files: insertOf(['PostgreSQL17.6', 'PostgreSQL18.1']),
    correction: BOX,
    rows: [pg('17.6'), pg('18.1')],
  },
  {
    name: 'camel case of tests and clients',
    files: [sysbench('MySql8.0.44/OltpInsert_40Threads.log', 0)],
    correction: BOX,
    rows: [my('8.0.44', { test: 'OltpInsert' })],
  },
  {
    name: 'underscores everywhere',
    files: [
      sysbench('mysql_8_4_6_oltp_insert_40_threads.log', 0),
      sysbench('mysql_9_1_0_oltp_insert_40_threads.log', 1),
    ],
    correction: BOX,
    rows: [my('8.4.6'), my('9.1.0')],
  },
  {
    name: 'dots everywhere',
    files: [sysbench('pg.17.6.oltp_insert.40.log', 0), sysbench('pg.18.1.oltp_insert.40.log', 1)],
    correction: BOX,
    rows: [pg('17.6'), pg('18.1')],
  },
  {
    name: 'tags of images with a registry',
    files: insertOf(['docker.io_library_mysql_8.0.39', 'docker.io_library_mysql_8.4.6']),
    correction: BOX,
    rows: [my('8.0.39'), my('8.4.6')],
  },
  {
    name: 'digests of images',
    files: insertOf(['mysql@sha256-0a1b2c3d4e5f', 'mysql@sha256-9f8e7d6c5b4a']),
    correction: BOX,
    rows: null,
  },
  {
    name: 'instance types with sizes of disks',
    files: insertOf(['r6id.4xlarge-gp3-500gb/pg-18.1', 'r6id.4xlarge-io2-500gb/pg-18.1']),
    correction: null,
    rows: null,
  },
  {
    name: 'types of machines of three clouds',
    files: insertOf(['Standard_D8s_v5/pg-18.1', 'n2-standard-8/pg-18.1', 'm7g.2xlarge/pg-18.1']),
    correction: null,
    rows: ['Standard_D8s_v5', 'm7g.2xlarge', 'n2-standard-8'].map((machine) => pg('18.1', { machine })),
  },
  {
    name: 'weeks of the year',
    files: insertOf(['2025-W44/pg-18.1', '2025-W45/pg-18.1']),
    correction: BOX,
    rows: [pg('18.1'), pg('18.1', { repeat: '2' })],
  },
  {
    name: 'months by name',
    files: insertOf(['Oct-2025/mysql-8.4.6', 'Nov-2025/mysql-8.4.6']),
    correction: BOX,
    rows: null,
  },
  {
    name: 'blog posts with their data',
    files: insertOf(['posts/2025/mysql-9-vs-8/data/mysql-8.4.6', 'posts/2025/mysql-9-vs-8/data/mysql-9.1.0']),
    correction: BOX,
    rows: null,
  },
  {
    name: 'vendors of one product',
    files: insertOf(['percona-server-8.0.39', 'mysql-8.0.39']),
    correction: BOX,
    rows: [my('8.0.39'), row({ product: 'Percona Server', version: '8.0.39' })],
  },
  {
    name: 'before and after a setting',
    files: insertOf(['m7i.large/pg18.1-wal_compression_off', 'm7i.large/pg18.1-wal_compression_lz4']),
    correction: null,
    rows: ['lz4', 'off'].map((value) =>
      pg('18.1', { machine: 'm7i.large', params: JSON.stringify({ wal_compression: value }) }),
    ),
  },
  {
    name: 'numbers of warm-up and measured passes',
    files: insertOf(['pg18.1/warmup', 'pg18.1/measure']),
    correction: BOX,
    rows: null,
  },
  {
    name: 'results by node of a cluster',
    files: insertOf(['pg18.1/node-a', 'pg18.1/node-b']),
    correction: 'hardware=@folder',
    rows: ['node-a', 'node-b'].map((machine) => pg('18.1', { machine })),
  },
  {
    name: 'a name copied twice by an operating system',
    files: [sysbench('pg18.1/oltp_insert.log', 0), sysbench('pg18.1/oltp_insert (1).log', 1)],
    correction: BOX,
    rows: null,
  },
  {
    name: 'copies made by hand',
    files: [sysbench('pg18.1/oltp_insert.log', 0), sysbench('pg18.1 - Kopie/oltp_insert.log', 1)],
    correction: BOX,
    rows: null,
  },
  {
    name: 'clients with leading zeros',
    files: [pgbench('pg-18.1/c008.log', 0), pgbench('pg-18.1/c016.log', 1, 16)],
    correction: BOX,
    rows: [pg('18.1', PGBENCH), pg('18.1', { ...PGBENCH, clients: '16' })],
  },
  {
    name: 'scale factors beside clients',
    files: [pgbench('pg18.1_s100_c8.log', 0), pgbench('pg18.1_s1000_c8.log', 1)],
    correction: BOX,
    rows: null,
  },
  {
    name: 'release candidates',
    files: insertOf(['postgresql-18rc1', 'postgresql-18beta3', 'postgresql-18.0']),
    correction: BOX,
    rows: [pg('18.0'), pg('18beta3'), pg('18rc1')],
  },
]
