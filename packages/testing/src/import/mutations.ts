import fc from 'fast-check'

/** A change to the text of a file by damage, a wrong tool or an attacker. */
export type Mutation = (text: string) => string

const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const at = (text: string, position: number): number => Math.floor(position * text.length)

const ODD_TEXTS = [
  ...[
    '',
    '\0',
    '\r',
    '\uFEFF',
    ' ',
    '\t',
    ',',
    ';',
    '-',
    '%',
    '(',
    '[',
    '{',
    '"',
    '<',
    '=',
    ':',
    '../../../domain/src/import/',
    '/',
    '\\',
  ],
  ...['nan', '-nan', 'inf', '1e999', '-1', '0', '0.00', '1e-320', '9'.repeat(400), '__proto__', 'constructor'],
  ...['äöü', '日本語', '\u{1F600}', '\uD800', '\u2028', '{'.repeat(5_000), '['.repeat(5_000), '<g>'.repeat(2_000)],
  ...['a;'.repeat(5_000), '\n'.repeat(1_000), '/var/run/x.sock', 'FATAL: unable to connect on /a/b/c.sock\n'],
]
const LONG_LINE = 1_000_000

const cut = fc.tuple(share, share).map(
  ([from, to]): Mutation =>
    (text) =>
      text.slice(at(text, Math.min(from, to)), at(text, Math.max(from, to))),
)
const cutEnd = share.map(
  (to): Mutation =>
    (text) =>
      text.slice(0, at(text, to)),
)
const removed = fc.tuple(share, fc.nat(200)).map(
  ([from, length]): Mutation =>
    (text) =>
      text.slice(0, at(text, from)) + text.slice(at(text, from) + length),
)
const inserted = fc.tuple(share, fc.constantFrom(...ODD_TEXTS)).map(
  ([position, odd]): Mutation =>
    (text) =>
      text.slice(0, at(text, position)) + odd + text.slice(at(text, position)),
)
const doubledLines = fc.tuple(share, fc.nat(30), fc.integer({ min: 2, max: 4 })).map(
  ([from, count, times]): Mutation =>
    (text) => {
      const lines = text.split('\n')
      const start = Math.floor(from * lines.length)
      const part = lines.slice(start, start + count)
      return [
        ...lines.slice(0, start),
        ...Array.from({ length: times }, () => part).flat(),
        ...lines.slice(start),
      ].join('\n')
    },
)
const swappedLines = fc.tuple(share, share).map(
  ([a, b]): Mutation =>
    (text) => {
      const lines = text.split('\n')
      const [i, j] = [Math.floor(a * lines.length), Math.floor(b * lines.length)]
      const [first = '', second = ''] = [lines[i], lines[j]]
      lines[i] = second
      lines[j] = first
      return lines.join('\n')
    },
)
const otherDigit = fc.tuple(fc.nat(), fc.integer({ min: 1, max: 9 })).map(
  ([pick, add]): Mutation =>
    (text) => {
      const digits = [...text.matchAll(/\d/g)]
      const found = digits[pick % Math.max(1, digits.length)]
      if (found === undefined) return text
      const digit = (Number(found[0]) + add) % 10
      return text.slice(0, found.index) + digit + text.slice(found.index + 1)
    },
)
const otherNumber = fc
  .tuple(fc.nat(), fc.constantFrom('-5', 'nan', '0', '1e400', '99999999999999999999', '1010', ''))
  .map(
    ([pick, odd]): Mutation =>
      (text) => {
        const numbers = [...text.matchAll(/\d+(?:\.\d+)?/g)]
        const found = numbers[pick % Math.max(1, numbers.length)]
        if (found === undefined) return text
        return text.slice(0, found.index) + odd + text.slice(found.index + found[0].length)
      },
  )
const longLine = fc.tuple(share, fc.constantFrom('a', '1', ' ', '\t', ';', '(', '"', '1.', 'a/', '<')).map(
  ([position, part]): Mutation =>
    (text) => {
      const long = part.repeat(LONG_LINE / part.length)
      return text.slice(0, at(text, position)) + long + text.slice(at(text, position))
    },
)

/** One to four changes; lines of a megabyte are rare, because they take the most time. */
export const mutations: fc.Arbitrary<readonly Mutation[]> = fc.array(
  fc.oneof(
    { arbitrary: otherDigit, weight: 8 },
    { arbitrary: otherNumber, weight: 8 },
    { arbitrary: inserted, weight: 6 },
    { arbitrary: removed, weight: 4 },
    { arbitrary: cutEnd, weight: 4 },
    { arbitrary: cut, weight: 2 },
    { arbitrary: doubledLines, weight: 3 },
    { arbitrary: swappedLines, weight: 3 },
    { arbitrary: longLine, weight: 1 },
  ),
  { minLength: 1, maxLength: 4 },
)

/** Unusual paths that archives and file systems allow. */
export const oddPath: fc.Arbitrary<(path: string) => string> = fc.oneof(
  { arbitrary: fc.constant((path: string) => path), weight: 6 },
  fc
    .constantFrom(
      '/',
      '//',
      './',
      '../../../domain/src/import/',
      '../../../domain/src/',
      'C:\\',
      '\\\\host\\share\\',
      'ä ö/',
      '\u{1F600}/',
      'a/'.repeat(300),
      '.',
      '',
    )
    .map((prefix) => (path: string) => prefix + path),
  fc.constantFrom('', '/', '.', '..', ' ', 'x', 'out.txt', 'a/b/c.gz', '\0').map((whole) => () => whole),
)
