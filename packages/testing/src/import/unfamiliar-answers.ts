import { fixtureText } from './recorded-output.ts'
import { BOX, insertOf, my, outputs, params, pgbench, row, sysbench, tpcb, tpcbOf } from './unfamiliar-folder-text.ts'
import type { UnfamiliarFolder } from './unfamiliar-folders.ts'

type Folder = Omit<UnfamiliarFolder, 'team'>

const read = (name: string, files: Folder['files'], rows: readonly string[]): Folder => ({
  name,
  files,
  correction: BOX,
  rows,
})

/** sysbench output whose transactions are those of oltp_read_write. */
function readWrite(path: string, at: number, threads = 40) {
  const { text } = sysbench(path, at, threads)
  const transactions = Number(/transactions: +(\d+)/.exec(text)?.[1])
  const queries = 20 * transactions
  const counted = text
    .replace(/read: +\d+/, `read: ${14 * transactions}`)
    .replace(/write: +0/, `write: ${4 * transactions}`)
    .replace(/other: +0/, `other: ${2 * transactions}`)
    .replace(/total: +\d+/, `total: ${queries}`)
    .replace(/queries: +\d+ +\([\d.]+/, `queries: ${queries} (${(queries / 10.0003).toFixed(2)}`)
  return { path, text: counted }
}

const MYSQL_VERSION = 'mysqld  Ver 8.0.40 for Linux on x86_64 (MySQL Community Server - GPL)\n'
const POSTGRES_VERSION =
  ' PostgreSQL 17.5 (Debian 17.5-1.pgdg120+1) on x86_64-pc-linux-gnu, compiled by gcc (Debian 12.2.0-14) 12.2.0, 64-bit\n'

/** Words that are values of one kind, numbers of build servers, and files in which servers print their versions. */
export const STATED_FOLDERS: readonly Folder[] = [
  read(
    'runs of GitHub below versions',
    tpcbOf(['pg/18.0/github-29934359357', 'pg/18.1/github-29659555402', 'pg/18.1/github-30116733198']),
    [tpcb('18.0'), tpcb('18.1'), tpcb('18.1', {}, { repeat: '2' })],
  ),
  read(
    'repeats with a word between',
    tpcbOf(['pg-17/run-rw-1', 'pg-17/run-rw-2', 'pg-18/run-rw-1', 'pg-18/run-rw-2']),
    ['17', '18'].flatMap((version) => ['1', '2'].map((repeat) => tpcb(version, {}, { repeat }))),
  ),
  read('baseline and tuned', tpcbOf(['pg17.6/baseline', 'pg17.6/tuned']), [
    tpcb('17.6', {}, { config: 'baseline' }),
    tpcb('17.6', {}, { config: 'tuned' }),
  ]),
  read('default and patched', tpcbOf(['pg17.6/default', 'pg17.6/patched']), [
    tpcb('17.6', {}, { config: 'default' }),
    tpcb('17.6', {}, { config: 'patched' }),
  ]),
  read(
    'kinds of disks',
    insertOf(['mysql-8.0.44/gp3', 'mysql-8.0.44/io2', 'mysql-8.0.44/local-nvme']),
    ['gp3', 'io2', 'local-nvme'].map((storage) => my('8.0.44', params({ storage }))),
  ),
  read(
    'sizes of the data',
    insertOf(['mysql-8.0.44/data_100GB', 'mysql-8.0.44/data_500GB']),
    ['100gb', '500gb'].map((size) => my('8.0.44', params({ size }))),
  ),
  read('numbers of workers', tpcbOf(['pg17.6/workers-2', 'pg17.6/workers-4']), [
    tpcb('17.6', { workers: 2 }),
    tpcb('17.6', { workers: 4 }),
  ]),
  read(
    'the version of the server in a file',
    [
      { path: 'report/mysql_version.txt', text: MYSQL_VERSION },
      sysbench('report/oltp_point_select_128threads.log', 0, 128),
      sysbench('report/oltp_read_only_16threads.log', 1, 16),
    ],
    [
      my('8.0.40', { test: 'oltp_point_select', clients: '128' }),
      my('8.0.40', { test: 'oltp_read_only', clients: '16' }),
    ],
  ),
  read(
    'the version of the server in a file, which completes that of the folder',
    [{ path: 'pg17/version.txt', text: POSTGRES_VERSION }, pgbench('pg17/tpcb.log', 0)],
    [tpcb('17.5')],
  ),
  read('products with blanks', outputs(['Percona Server 8.4.6-6/oltp_insert.txt', 'MariaDB 11.8.3/oltp_insert.txt']), [
    row({ product: 'Percona Server', version: '8.4.6-6' }),
    row({ product: 'MariaDB', version: '11.8.3' }),
  ]),
  {
    name: 'names of hosts in a network, which begin with a generic word',
    files: insertOf(['bench-01.internal/mysql-8.4.6', 'bench-02.internal/mysql-8.4.6']),
    correction: 'hardware=@folder',
    rows: ['bench-01.internal', 'bench-02.internal'].map((machine) => my('8.4.6', { machine })),
  },
  {
    name: 'values of a setting after a generic word, which are no repeats',
    files: insertOf(['mysql-8.4.6/flush_log_1', 'mysql-8.4.6/flush_log_2']),
    correction: BOX,
    rows: null,
  },
  {
    name: 'numbers of configs',
    files: outputs(['mariadb-10.11.8/res03/oltp_insert.log', 'mariadb-10.11.8/res04/oltp_insert.log']),
    correction: BOX,
    rows: null,
  },
]

/** Folders that need a machine and the answers that the form of questions suggests. */
export const FORM_FOLDERS: readonly Folder[] = [
  read(
    'versions as numbers after the name of the tool',
    ['13', '18'].map((version, at) => pgbench(`results/pgbench_${version}_readonly_20250815_13032${at}.log`, at)),
    [tpcb('13'), tpcb('18')],
  ),
  read(
    'versions as numbers of a matrix',
    ['16', '17'].map((version, at) => pgbench(`benchmark (${version}, c8)/output.log`, at)),
    [tpcb('16'), tpcb('17')],
  ),
  read(
    'configs as the rest of the name',
    ['doublewrite', 'nodoublewrite'].map((config, at) => readWrite(`mysql-8.0/sysbench_output_${config}.txt`, at)),
    ['doublewrite', 'nodoublewrite'].map((config) => my('8.0', { config, test: 'oltp_read_write' })),
  ),
  read(
    'nothing but the name of the shell',
    ['8.0.43', '8.4.6'].map((version, at) => readWrite(`mysql-${version}/nohup.out`, at)),
    ['8.0.43', '8.4.6'].map((version) => my(version, { test: 'oltp_read_write' })),
  ),
  read(
    'a test next to known ones',
    ['8.0.43', '8.4.6'].flatMap((version, at) => [
      sysbench(`mysql-${version}/warmup.log`, at),
      sysbench(`mysql-${version}/oltp_read_only_64.log`, at, 64),
    ]),
    ['8.0.43', '8.4.6'].flatMap((version) => [
      my(version, { test: 'warmup' }),
      my(version, { test: 'oltp_read_only', clients: '64' }),
    ]),
  ),
  read(
    'numbers of clients that only the name has',
    ['7.5.1', '8.5.0'].map((version) => ({
      path: `tidb-v${version}/tpcc-4.txt`,
      text: fixtureText('go-tpc-1.0.7/tpcc.t4.txt'),
    })),
    ['7.5.1', '8.5.0'].map((version) => row({ product: 'TiDB', version, test: 'tpcc', clients: '4' })),
  ),
  read(
    'changes under review',
    tpcbOf(['pr-1421', 'pr-1422']),
    ['pr-1421', 'pr-1422'].map((version) => tpcb(version)),
  ),
  read(
    'regions of a cloud',
    tpcbOf(['us-east-1/pg17.5', 'eu-west-1/pg17.5']),
    ['us-east-1', 'eu-west-1'].map((config) => tpcb('17.5', {}, { config })),
  ),
  read('commits of a search', tpcbOf(['bisect/good-1a2b3c4', 'bisect/bad-5d6e7f8']), [
    tpcb('1a2b3c4', {}, { build: '1a2b3c4', config: 'good' }),
    tpcb('5d6e7f8', {}, { build: '5d6e7f8', config: 'bad' }),
  ]),
]
