/** The product and version of a server as it prints them itself. */
export type ServerVersion = { product: string; version: string; line: number }

/** Longer files are logs or reports that mention a server. */
const MAX_LENGTH = 4_000

const NUMBERS = String.raw`\d{1,4}(?:\.\d{1,4}){0,3}(?:(?:alpha|beta|rc)\d{1,2}|devel)?`

/** The lines that servers print, with the version as the first group. Programs of clients have versions of their own. */
const SPELLINGS: readonly (readonly [pattern: RegExp, product: string])[] = [
  [new RegExp(String.raw`^\W*PostgreSQL (${NUMBERS})(?: \([^)]*\))? on \S+, compiled by `), 'PostgreSQL'],
  [new RegExp(String.raw`^(?:\S*/)?postgres \(PostgreSQL\) (${NUMBERS})(?![\d.])`), 'PostgreSQL'],
  [/^(?:\S*\/)?(?:mysqld|mariadbd) +Ver (\d{1,2}\.\d{1,2}\.\d{1,3})-MariaDB\b/, 'MariaDB'],
  [/^(?:\S*\/)?mysqld +Ver (\d\.\d\.\d{1,3}-\d{1,3}(?:\.\d)?) for .*\bPercona Server\b/, 'Percona Server'],
  [/^(?:\S*\/)?mysqld +Ver (\d{1,2}\.\d{1,2}\.\d{1,3})(?:-[\w.+~-]+)? for .*\bMySQL\b/, 'MySQL'],
  [/^Redis server v=(\d{1,2}(?:\.\d{1,3}){2}) /, 'Redis'],
  [/^Valkey server v=(\d{1,2}(?:\.\d{1,3}){2}) /, 'Valkey'],
  [/^redis_version:(\d{1,2}(?:\.\d{1,3}){2})\s*$/, 'Redis'],
  [/^db version v(\d{1,2}(?:\.\d{1,3}){2})(?![\d.])/, 'MongoDB'],
]

/**
 * The version that a file next to outputs states, as `mysqld --version`, `select version()` of Postgres, `mongod --version`
 * or `redis-cli info server` print it. Null for any other text, and where it states two.
 */
export function readServerVersion(text: string): ServerVersion | null {
  if (text.length > MAX_LENGTH) return null
  const found = text.split(/\r?\n/).flatMap((line, at) => {
    const read = versionOfLine(line.trim())
    return read === null ? [] : [{ ...read, line: at + 1 }]
  })
  const [first] = found
  if (first === undefined) return null
  return found.every(({ product, version }) => product === first.product && version === first.version) ? first : null
}

function versionOfLine(line: string): Omit<ServerVersion, 'line'> | null {
  for (const [pattern, product] of SPELLINGS) {
    const [, version] = pattern.exec(line) ?? []
    if (version !== undefined) return { product, version }
  }
  return null
}
