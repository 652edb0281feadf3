/** Products whose first number alone is the major version, and products that always use two numbers. */
const ONE_NUMBER = /^(RocksDB|LevelDB|Speedb|DuckDB)/i
const TWO_NUMBERS = /^(MySQL|MariaDB|Percona|MongoDB)/i

/**
 * The major version: `17` for PostgreSQL 17.6 and 18 for 18beta1, but `8.0` for MySQL 8.0.44, 10.11 for MariaDB
 * 10.11.14, and 9 for RocksDB 9.11.2. For an unknown product below 10 it is the first two numbers, as in PostgreSQL
 * 9.6.24.
 */
export function majorOf(version: string, product = ''): string {
  const [, first = version, second] = /^(\d+)(?:\.(\d+))?/.exec(version) ?? []
  if (second === undefined || ONE_NUMBER.test(product)) return first
  return Number(first) < 10 || TWO_NUMBERS.test(product) ? `${first}.${second}` : first
}
