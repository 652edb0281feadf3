/** Lists the versions that digits without dots may mean, such as 8.0.44 for `8044`. */
type Split = (digits: string) => string[]

export type ProductName = {
  name: string
  /** Spellings in names of folders and files, in lower case. */
  spellings: readonly string[]
  /** Versions that digits without dots may mean. Without it such digits are ambiguous and state no version. */
  split?: Split
  /** Major versions that exist; by default every one up to 30. */
  majors?: RegExp
  /** Major versions that are never a version alone, so that a number after them belongs to the version: 8.4. */
  hasMinor?: RegExp
  /** Revision that the vendor adds to the version of another product: 8.4.7-7. */
  revision?: RegExp
}

/** Joins the numbers of a version with dots. Leading zeros are dropped: 10.06 is 10.6. */
const dotted = (...parts: (string | undefined)[]): string =>
  parts.flatMap((part) => (part === undefined || part === '' ? [] : [String(Number(part))])).join('.')

/** Splits digits by patterns whose groups are the numbers of a version. */
const byPatterns =
  (...patterns: readonly RegExp[]): Split =>
  (digits) => [...new Set(patterns.flatMap((pattern) => versionsOf(pattern, digits)))]

function versionsOf(pattern: RegExp, digits: string): string[] {
  const found = pattern.exec(digits)
  return found === null ? [] : [dotted(...found.slice(1))]
}

/** 9.6.24 has three numbers; versions since 10 have two. */
const POSTGRES = byPatterns(/^(9)([0-6])(\d{1,2})$/, /^(1\d|2\d)(\d{1,2})$/)
const MYSQL = byPatterns(/^(5)([5-7])(\d{1,2})?$/, /^(8)([0-4])(\d{1,2})?$/, /^(9)(\d)(\d{1,2})?$/)
const MARIADB = byPatterns(/^(10)(1[01]|\d)(\d{1,2})?$/, /^(1[12])(\d)(\d{1,2})?$/, /^(1[0-2])(0\d|1\d)(\d{2})$/)
const ROCKSDB = byPatterns(
  /^([5-9])(\d{1,2})$/,
  /^([5-9])(\d{1,2})(\d)$/,
  /^(1[0-5])(\d{1,2})$/,
  /^(1[0-5])(\d{1,2})(\d)$/,
)

/** Database products by their common spellings. The first spelling that fits is taken, so longer ones come first. */
export const PRODUCT_NAMES: readonly ProductName[] = [
  { name: 'OrioleDB', spellings: ['orioledb', 'oriole'] },
  { name: 'TimescaleDB', spellings: ['timescaledb', 'timescale'] },
  { name: 'Citus', spellings: ['citus'] },
  {
    name: 'PostgreSQL',
    spellings: ['postgresql', 'postgres', 'pgsql', 'psql', 'pg'],
    split: POSTGRES,
    majors: /^(?:[789]|[12]\d)$/,
    hasMinor: /^[89]$/,
  },
  {
    name: 'Percona Server',
    spellings: ['percona-server', 'percona_server', 'perconaserver', 'percona'],
    split: MYSQL,
    majors: /^[589]$/,
    hasMinor: /^[589]$/,
    revision: /^-\d{1,3}(?![.\d])/,
  },
  { name: 'Meta MySQL', spellings: ['fbmysql', 'fb-mysql', 'metamysql'], split: MYSQL },
  { name: 'MySQL', spellings: ['mysql'], split: MYSQL, majors: /^[589]$/, hasMinor: /^[589]$/ },
  {
    name: 'MariaDB',
    spellings: ['mariadb', 'maria'],
    split: MARIADB,
    majors: /^(?:5|1[0-3])$/,
    hasMinor: /^(?:5|1[0-3])$/,
  },
  { name: 'MyRocks', spellings: ['myrocks'] },
  { name: 'MongoRocks', spellings: ['mongorocks'] },
  {
    name: 'RocksDB',
    spellings: ['rocksdb'],
    split: ROCKSDB,
    majors: /^(?:[5-9]|1[0-5])$/,
    hasMinor: /^(?:[5-9]|1[0-5])$/,
  },
  { name: 'MongoDB', spellings: ['mongodb', 'mongo'] },
  { name: 'WiredTiger', spellings: ['wiredtiger'] },
  { name: 'CockroachDB', spellings: ['cockroachdb', 'cockroach', 'crdb'] },
  { name: 'YugabyteDB', spellings: ['yugabytedb', 'yugabyte', 'ybdb'] },
  { name: 'TiDB', spellings: ['tidb'] },
  { name: 'ScyllaDB', spellings: ['scylladb', 'scylla'] },
  { name: 'Cassandra', spellings: ['cassandra'] },
  { name: 'ClickHouse', spellings: ['clickhouse'] },
  { name: 'DuckDB', spellings: ['duckdb'] },
  { name: 'SQLite', spellings: ['sqlite3', 'sqlite'] },
  { name: 'LevelDB', spellings: ['leveldb'] },
  { name: 'Speedb', spellings: ['speedb'] },
  { name: 'LMDB', spellings: ['lmdb'] },
  { name: 'Valkey', spellings: ['valkey'] },
  { name: 'KeyDB', spellings: ['keydb'] },
  { name: 'Dragonfly', spellings: ['dragonflydb', 'dragonfly'] },
  { name: 'Redis', spellings: ['redis'] },
  { name: 'Memcached', spellings: ['memcached'] },
]
