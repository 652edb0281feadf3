/**
 * Escape sequences of terminals (ECMA-48): colors and cursor, `ESC [ … m`, and the texts of Buildkite and of titles,
 * `ESC _ … BEL`.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with a control character
const ESCAPES = /\u001b(?:\[[0-9;:?]*[ -/]*[@-~]|[_\]P^][^\u0007\u001b]*(?:\u0007|\u001b\\))/g

const DAY = String.raw`20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`
const CLOCK = String.raw`(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:[.,]\d{1,9})?`
const TIME = String.raw`(?:${DAY}[T ])?${CLOCK}(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?`

/** Prefixes that CI systems and containers add to every line. A blank follows, unless the line was empty. */
const PREFIXES: readonly RegExp[] = [
  // GitHub, Jenkins and `docker logs -t`: 2025-11-03T09:30:10.1234567Z; GitLab adds the stream: 00O.
  new RegExp(String.raw`^${TIME}(?: \d\d[OE]\+?)?(?: |$)`),
  // [2025-11-03T09:30:10.123Z], [09:30:10]
  new RegExp(String.raw`^\[${TIME}\](?: |$)`),
  // `gh run view --log`: the job, the step and the time.
  new RegExp(String.raw`^[^\t\n]{1,200}\t[^\t\n]{1,200}\t\ufeff?${TIME}(?: |$)`),
  // docker compose: bench-1  |
  /^[a-z][\w.-]{0,80} *\|(?: |$)/i,
  // kubectl logs --prefix: [pod/bench-7c9/sysbench]
  /^\[pod\/[\w.-]{1,120}\/[\w.-]{1,120}\](?: |$)/,
]

/** Fewer lines may have a beginning in common by chance. */
const MIN_LINES = 4

/**
 * The text of a log without what terminals and CI systems add to each of its lines: colors, times, names of containers.
 * The lines keep their numbers. Null for a text without such additions.
 */
export function withoutLogDecoration(text: string): string | null {
  const plain = text.includes('\u001b') ? text.replace(ESCAPES, '') : text
  // A large file of another kind is not divided into lines.
  const [first = ''] = /^.*\S.*$/m.exec(plain) ?? []
  const candidates = PREFIXES.filter((one) => one.test(first))
  if (candidates.length === 0) return plain === text ? null : plain
  const lines = plain.split('\n')
  const prefix = candidates.find((one) => isOnEachLine(one, lines))
  if (prefix !== undefined) return lines.map((line) => line.replace(prefix, '')).join('\n')
  return plain === text ? null : plain
}

function isOnEachLine(prefix: RegExp, lines: readonly string[]): boolean {
  let found = 0
  for (const line of lines) {
    if (prefix.test(line)) found += 1
    else if (line.trim() !== '') return false
  }
  return found >= MIN_LINES
}
