import { fixtureText } from './recorded-output.ts'
import { BOX, insertOf, my, params, pg, pgbench, row, sysbench, tpcb, tpcbOf } from './unfamiliar-folder-text.ts'
import type { UnfamiliarFolder } from './unfamiliar-folders.ts'

const ofFixture = (fixture: string, paths: readonly string[]) =>
  paths.map((path) => ({ path, text: fixtureText(fixture) }))
const ycsbOf = (folders: readonly string[]) =>
  ofFixture(
    'ycsb-0.17.0/run',
    folders.map((folder) => `${folder}/workloada.log`),
  )

const maria = (version: string, more: object = {}) => row({ product: 'MariaDB', version, ...more })
const percona = (version: string, more: object = {}) => row({ product: 'Percona Server', version, ...more })
const mongo = (version: string, params: object = {}) =>
  row({
    product: 'MongoDB',
    version,
    test: 'workloada',
    clients: '2',
    params: JSON.stringify({ ...params, client: 'BasicDB' }),
  })

type Folder = Omit<UnfamiliarFolder, 'team'>
const read = (name: string, files: Folder['files'], rows: readonly string[]): Folder => ({
  name,
  files,
  correction: BOX,
  rows,
})
const asks = (name: string, files: Folder['files']): Folder => ({ name, files, correction: BOX, rows: null })

/** Settings, engines and disks as folders, packages and images, words for two versions, libraries, and engines as products. */
export const SETTING_FOLDERS: readonly Folder[] = [
  read(
    'file systems',
    insertOf(['pg18.1/ext4', 'pg18.1/xfs', 'pg18.1/zfs']),
    ['ext4', 'xfs', 'zfs'].map((filesystem) => pg('18.1', params({ filesystem }))),
  ),
  read(
    'sizes of the buffer pool',
    insertOf(['mysql-8.4.7/bp8G', 'mysql-8.4.7/bp32G']),
    ['32G', '8G'].map((bp) => my('8.4.7', params({ bp }))),
  ),
  read(
    'sizes with a separator, for two products',
    insertOf(['percona-8.0.36-28', 'mysql-8.0.36'].flatMap((server) => [`${server}/BP-25GB`, `${server}/BP-100GB`])),
    ['25GB', '100GB'].flatMap((BP) => [percona('8.0.36-28', params({ BP })), my('8.0.36', params({ BP }))]),
  ),
  read(
    'levels of the log',
    insertOf(['pg17.2/wal_level_minimal', 'pg17.2/wal_level_replica']),
    ['minimal', 'replica'].map((value) => pg('17.2', params({ wal_level: value }))),
  ),
  read(
    'methods of I/O',
    tpcbOf(['pg18.0/io_uring', 'pg18.0/worker', 'pg18.0/sync']),
    ['io_uring', 'worker', 'sync'].map((value) => tpcb('18.0', { io_method: value })),
  ),
  read(
    'methods of I/O after their setting',
    tpcbOf(['pg18.0-io_method-io_uring', 'pg18.0-io_method-worker']),
    ['io_uring', 'worker'].map((value) => tpcb('18.0', { io_method: value })),
  ),
  read(
    'codecs and none',
    ycsbOf(['mongodb-8.0.3/snappy', 'mongodb-8.0.3/zstd', 'mongodb-8.0.3/none']),
    ['none', 'snappy', 'zstd'].map((compression) => mongo('8.0.3', { compression })),
  ),
  read(
    'storage engines of MongoDB',
    ycsbOf(['mongodb-7.0.14/wiredTiger', 'mongodb-7.0.14/inMemory']),
    ['inmemory', 'wiredtiger'].map((value) => mongo('7.0.14', { storage_engine: value })),
  ),
  read(
    'storage engines of MariaDB',
    insertOf(['mariadb-10.11.8/innodb', 'mariadb-10.11.8/rocksdb']),
    ['innodb', 'rocksdb'].map((value) => maria('10.11.8', params({ storage_engine: value }))),
  ),
  read(
    'storage engines above the server',
    insertOf(['rocksdb/mysql-8.0.36', 'innodb/mysql-8.0.36']),
    ['innodb', 'rocksdb'].map((value) => my('8.0.36', params({ storage_engine: value }))),
  ),
  read(
    'releases of the kernel',
    insertOf(['pg17.2/6.8.0-45-generic', 'pg17.2/6.14.0-15-generic']),
    ['6.14.0-15-generic', '6.8.0-45-generic'].map((kernel) => pg('17.2', params({ kernel }))),
  ),
  read(
    'levels of RAID',
    insertOf(['pg17.2/raid0', 'pg17.2/raid10']),
    ['raid0', 'raid10'].map((raid) => pg('17.2', params({ raid }))),
  ),
  read(
    'schedulers of requests, one of which is none',
    insertOf(['pg17.2/none', 'pg17.2/mq-deadline']),
    ['mq-deadline', 'none'].map((value) => pg('17.2', params({ io_scheduler: value }))),
  ),
  read(
    'a word and its negation',
    insertOf(['mysql-8.4.6/binlog', 'mysql-8.4.6/nobinlog']),
    ['binlog', 'nobinlog'].map((config) => my('8.4.6', { config })),
  ),
  read(
    'logged and unlogged tables',
    tpcbOf(['pg17/logged', 'pg17/unlogged']),
    ['logged', 'unlogged'].map((config) => tpcb('17', {}, { config })),
  ),
  read('old and new', insertOf(['old/mysql-8.0.44', 'new/mysql-9.5.0']), [my('8.0.44'), my('9.5.0')]),
  read(
    'baseline and candidate by commit',
    insertOf(['baseline/postgres-abc12345', 'candidate/postgres-def56789']),
    ['abc12345', 'def56789'].map((commit) => pg(commit, { build: commit })),
  ),
  asks('before and after next to one version', insertOf(['before/pg18.1', 'after/pg18.1'])),
  read(
    'letters for two versions that the output states',
    [pgbench('a/out.txt', 0, 8, '17.7'), pgbench('b/out.txt', 1, 8, '18.1')],
    [tpcb('17.7'), tpcb('18.1')],
  ),
  asks('letters next to one version', [pgbench('a/out.txt', 0, 8, '18.1'), pgbench('b/out.txt', 1, 8, '18.1')]),
  read(
    'images of three products',
    insertOf(['docker/mysql_8.4.7-oracle', 'docker/mariadb_11.8.5-noble', 'docker/percona_8.0.43-34']),
    [my('8.4.7'), maria('11.8.5'), percona('8.0.43-34')],
  ),
  asks('images of one product', insertOf(['postgres_18.1-bookworm', 'postgres_18.1-trixie'])),
  read('packages of MongoDB', ycsbOf(['mongodb-org-server-8.0.3-1.el9', 'mongodb-org-server-7.0.14-1.el9']), [
    mongo('8.0.3'),
    mongo('7.0.14'),
  ]),
  asks('a build for an entry of a tracker', insertOf(['mariadb-11.4.4', 'mariadb-11.4.4-MDEV-35125'])),
  asks('a library of keys as the server of sysbench', insertOf(['RocksDB-10.3.10', 'RocksDB-10.4.2'])),
  asks('a storage engine as the server of sysbench', insertOf(['WiredTiger-11.2', 'WiredTiger-11.3'])),
  asks('storage engines with versions of their servers', insertOf(['TokuDB-5.6.49', 'InnoDB-5.6.49'])),
  asks('a library of keys that YCSB has no client for', ycsbOf(['leveldb-1.22', 'leveldb-1.23'])),
  asks('sizes of two words', insertOf(['pg17.2/small', 'pg17.2/medium'])),
  asks('levels of consistency', ycsbOf(['cassandra-5.0.2/ONE', 'cassandra-5.0.2/QUORUM'])),
  asks('a pooler and none', tpcbOf(['pg17/pgbouncer-1.23', 'pg17/direct'])),
  asks('names of two configs that are parts of the name of the machine', [
    sysbench('b/pg18.1/oltp_insert.log', 0),
    sysbench('ox/pg18.1/oltp_read_only.log', 1),
  ]),
]
