import { BOX, my, outputs, pg, pgbench, row, sysbench } from './unfamiliar-folder-text.ts'
import type { UnfamiliarFolder } from './unfamiliar-folders.ts'

const PGBENCH = { test: 'tpcb-like', clients: '8', params: '{"scale":100,"query_mode":"simple"}' }

/**
 * Names that single persons use: days before versions, blanks, capitals, words of other languages, tags, loose numbers.
 */
export const HABITS: readonly Omit<UnfamiliarFolder, 'team'>[] = [
  {
    name: 'day and version in one folder, repeats as files',
    files: [
      'results_2026-11-01_pg17/run1.txt',
      'results_2026-11-01_pg17/run2.txt',
      'results_2026-11-02_pg18/run1.txt',
    ].map((path, at) => pgbench(path, at)),
    correction: BOX,
    rows: [pg('17', PGBENCH), pg('17', { ...PGBENCH, repeat: '2' }), pg('18', PGBENCH)],
  },
  {
    name: 'the output states the version of the server',
    files: [1234, 1240].map((build, at) => pgbench(`artifacts/build-${build}/linux-x64/pgbench.out`, at, 8, '18.1')),
    correction: BOX,
    rows: [pg('18.1', PGBENCH), pg('18.1', { ...PGBENCH, repeat: '2' })],
  },
  {
    name: 'the output completes the version of the folder',
    files: [pgbench('pg18/a.txt', 0, 8, '17.6, server 18.1 (Debian 18.1-1)')],
    correction: BOX,
    rows: [pg('18.1', PGBENCH)],
  },
  {
    name: 'a file per number of clients',
    files: [1, 8, 40].map((clients, at) => sysbench(`pg18.1/oltp_insert c=${clients}.txt`, at, clients)),
    correction: BOX,
    rows: ['1', '40', '8'].map((clients) => pg('18.1', { clients })),
  },
  {
    name: 'a config in brackets',
    files: outputs(['MySQL 8.4 (tuned)/oltp_read_only 40thr.txt', 'MySQL 8.4 (default)/oltp_read_only 40thr.txt']),
    correction: BOX,
    rows: ['default', 'tuned'].map((config) => my('8.4', { config, test: 'oltp_read_only' })),
  },
  {
    name: 'umlauts in names of workloads',
    files: outputs(['c7i.large/Größe S/MySQL 8.4.7/oltp_insert.log', 'c7i.large/Größe L/MySQL 8.4.7/oltp_insert.log']),
    correction: 'config=@segment2',
    rows: ['Größe L', 'Größe S'].map((config) => my('8.4.7', { config, machine: 'c7i.large' })),
  },
  {
    name: 'capitals',
    files: outputs(['RESULTS/PG-18.1/OLTP_INSERT-C40.LOG', 'RESULTS/PG-17.6/OLTP_INSERT-C40.LOG']),
    correction: BOX,
    rows: [pg('17.6'), pg('18.1')],
  },
  {
    name: 'virtual users',
    files: [16, 32].map((users, at) => sysbench(`mariadb-11.8.5/oltp_insert-${users}vu.log`, at, users)),
    correction: BOX,
    rows: ['16', '32'].map((clients) => row({ product: 'MariaDB', version: '11.8.5', clients })),
  },
  {
    name: 'version with underscores, architecture and disk in one name',
    files: ['17_6_x86', '17_6_arm', '18_1_x86', '18_1_arm'].map((name, at) =>
      pgbench(`bench_postgres_${name}_gp3.log`, at),
    ),
    correction: 'hardware=@file',
    rows: ['17.6', '18.1'].flatMap((version) => ['arm', 'x86'].map((machine) => pg(version, { ...PGBENCH, machine }))),
  },
  {
    name: 'types of builds',
    files: outputs(['mysql/8.0.44-debug-O2/oltp_insert.log', 'mysql/8.0.44-release-O3/oltp_insert.log']),
    correction: BOX,
    rows: ['debug -O2', 'release -O3'].map((build) => my('8.0.44', { build })),
  },
  {
    name: 'architectures as machines',
    files: outputs(['arm64/mysql-8.4.7/oltp_insert.log', 'x86_64/mysql-8.4.7/oltp_insert.log']),
    correction: 'hardware=@folder',
    rows: ['arm64', 'x86_64'].map((machine) => my('8.4.7', { machine })),
  },
  {
    name: 'compressed logs',
    files: outputs(['pg18.1/oltp_insert.t40.log.gz', 'pg17.6/oltp_insert.t40.log.gz']),
    correction: BOX,
    rows: [pg('17.6'), pg('18.1')],
  },
  {
    name: 'notes and scripts among results',
    files: [
      { path: 'x/README.md', text: '# my results with pg18\n' },
      { path: 'x/run.sh', text: '#!/bin/sh\nsysbench oltp_insert --threads=40 run > out\n' },
      { path: '__MACOSX/x/pg18.1/._oltp_insert.log', text: '\0\x05' },
      ...outputs(['x/pg18.1/oltp_insert.log', 'x/pg17.6/oltp_insert.log']),
    ],
    correction: BOX,
    rows: [pg('17.6'), pg('18.1')],
  },
  {
    name: 'commits as folders',
    files: outputs(['c7i.large/postgres/3f5a9c1/oltp_insert.log', 'c7i.large/postgres/9bd1e02/oltp_insert.log']),
    correction: null,
    rows: ['3f5a9c1', '9bd1e02'].map((build) => pg(build, { build, machine: 'c7i.large' })),
  },
  {
    name: 'days of another spelling are repeats',
    files: outputs(['02.11.2026/pg18.1/oltp_insert.log', '01.12.2026/pg18.1/oltp_insert.log']),
    correction: BOX,
    rows: [pg('18.1'), pg('18.1', { repeat: '2' })],
  },
  {
    name: 'seconds since 1970 are repeats',
    files: outputs(['pg18/oltp_insert/1761955200.log', 'pg18/oltp_insert/1761958800.log']),
    correction: BOX,
    rows: [pg('18'), pg('18', { repeat: '2' })],
  },
  {
    name: 'base and candidate',
    files: ['baseline', 'candidate'].map((name, at) => pgbench(`c7i.large/${name}/pgbench.txt`, at, 8, '18.1')),
    correction: 'config=@folder',
    rows: ['baseline', 'candidate'].map((config) => pg('18.1', { ...PGBENCH, config, machine: 'c7i.large' })),
  },
  {
    name: 'tags of Postgres',
    files: outputs(['REL_18_1/oltp_insert.log', 'REL_17_STABLE/oltp_insert.log']),
    correction: BOX,
    rows: [pg('17-stable'), pg('18.1')],
  },
  {
    name: 'clients as folders in front of versions',
    files: [40, 80].flatMap((clients, at) => [
      sysbench(`oltp_insert/${clients}/pg17.6.log`, 2 * at, clients),
      sysbench(`oltp_insert/${clients}/pg18.1.log`, 2 * at + 1, clients),
    ]),
    correction: BOX,
    rows: ['17.6', '18.1'].flatMap((version) => [pg(version), pg(version, { clients: '80' })]),
  },
  {
    name: 'numbered hosts are not repeats',
    files: outputs(['pg18.1/oltp_insert.db-host-01.log', 'pg18.1/oltp_insert.db-host-02.log']),
    correction: BOX,
    rows: null,
  },
  {
    name: 'revisions of packages are not repeats',
    files: outputs(['pg/18.1-1/oltp_insert.log', 'pg/18.1-2/oltp_insert.log']),
    correction: BOX,
    rows: null,
  },
  {
    name: 'a word after the version is not a build',
    files: outputs(['pg18_ext4/oltp_insert.log', 'pg18_xfs/oltp_insert.log']),
    correction: BOX,
    rows: ['ext4', 'xfs'].map((filesystem) => pg('18', { params: JSON.stringify({ filesystem }) })),
  },
]
