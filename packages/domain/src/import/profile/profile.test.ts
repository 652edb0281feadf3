import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unwrap } from '../../result.ts'
import { createPathDecoder } from './decode-path.ts'
import { parseImportProfile } from './profile.ts'
import { PROFILE_EXAMPLES } from './profile-error.ts'
import { SHIPPED_PROFILES } from './shipped-profiles.ts'

const minimal = `
schemaVersion: 1
name: mine
benchmarks:
  sysbench: { primaryMetric: qps, order: [point-query] }
`

test('the built-in profiles are valid and have their registered names', () => {
  for (const [name, yaml] of Object.entries(SHIPPED_PROFILES)) {
    expect(parseImportProfile(yaml)).toMatchObject({ ok: true, value: { name } })
  }
})

test('a minimal profile is valid', () => {
  expect(parseImportProfile(minimal)).toMatchObject({ ok: true, value: { name: 'mine', files: [], defaults: {} } })
})

test('file kinds in profiles of earlier versions are still accepted', () => {
  const kinds = [
    ...['sysbench', 'sysbench-load', 'sysbench-metrics', 'vmstat', 'iostat', 'result-lines', 'vacuum-log', 'qps-table'],
    ...['sysbench-2020-table', 'metrics-table', 'dbbench-report', 'dbbench-summary', 'by-content'],
  ]
  const files = kinds.map((kind, i) => `  - { match: "f${i}", kind: ${kind} }\n`).join('')
  const { files: rules } = unwrap(parseImportProfile(`${minimal}files:\n${files}`))
  expect(rules.map(({ kind }) => (typeof kind === 'string' ? kind : kind.kind))).toEqual(
    kinds.map((kind) => kind.replace('dbbench', 'db-bench')),
  )
})

test('the example of the documentation decodes names as its text says', () => {
  const page = readFileSync(new URL('../../../../../docs/import-profiles.md', import.meta.url), 'utf8')
  const [, example = ''] = /```yaml\n([^`]*)```/.exec(page) ?? []
  const decoder = createPathDecoder(unwrap(parseImportProfile(example)))
  expect(decoder.directory('postgresql-18.4/run2').fields).toEqual({
    product: 'PostgreSQL',
    version: '18.4',
    repeat: '2',
  })
  expect(decoder.file('oltp_read_only.t8.log')).toMatchObject({ fields: { test: 'oltp_read_only', clients: '8' } })
})

test.each([
  ['not YAML', 'a: [', { code: 'yaml-malformed', line: 1 }],
  ['a key twice', `${minimal}name: other\n`, { code: 'yaml-malformed', line: 6 }],
  ['no mapping', 'just text', { code: 'profile-invalid' }],
  ['a misspelled part', `${minimal}fils: []\n`, { code: 'profile-invalid', message: expect.stringContaining('fils') }],
  [
    'a pattern that is none',
    `${minimal}files:\n  - match: "{test"\n    kind: sysbench\n`,
    { code: 'profile-invalid', line: 7, message: expect.stringContaining('files.0.match: pattern "{test" has no') },
  ],
  [
    'a field that is none',
    `${minimal}directories:\n  - match: "{colour}"\n`,
    {
      code: 'profile-invalid',
      line: 7,
      message: expect.stringContaining('names the field colour; known: dbms, product'),
    },
  ],
  [
    'a file ignored without a reason',
    `${minimal}files:\n  - { match: x, kind: ignore }\n`,
    { code: 'profile-invalid', line: 7, message: expect.stringContaining('needs a reason') },
  ],
  ['too much of it', `${minimal}# ${'x'.repeat(200_000)}`, { code: 'profile-too-long' }],
  ['aliases without end', bomb(), { code: 'yaml-malformed' }],
])('%s is refused', (_what, yaml, error) => {
  expect(parseImportProfile(yaml)).toMatchObject({ ok: false, error })
})

/** Nested YAML aliases, ten of ten of ten, which would expand to a billion nodes. */
function bomb(): string {
  const levels = Array.from({ length: 9 }, (_, i) => `l${i + 1}: &l${i + 1} [${Array(10).fill(`*l${i}`).join(', ')}]`)
  return ['l0: &l0 [x]', ...levels].join('\n')
}

test('no text makes the parser throw', () => {
  const lines = SHIPPED_PROFILES.archive.split('\n')
  const mutated = fc
    .tuple(fc.nat(lines.length - 1), fc.string({ maxLength: 40 }))
    .map(([at, text]) => lines.with(at, text).join('\n'))
  fc.assert(
    fc.property(fc.oneof(fc.string(), mutated), (text) => void parseImportProfile(text)),
    { numRuns: 40 },
  )
})

const extending = 'schemaVersion: 1\nname: x\nextends: archive\n'

test.each(Object.entries(PROFILE_EXAMPLES))('the example of %s in errors is correct', (section, example) => {
  const isWhole = example.startsWith(`${section}:`)
  const own = isWhole ? `${example}\n` : `${section}:\n  ${example}\n`
  const others = extending
    .split('\n')
    .filter((line) => !line.startsWith(`${section}:`))
    .join('\n')
  expect(parseImportProfile(others + own)).toMatchObject({ ok: true })
})

test.each([
  ['a missing version', 'name: x\nextends: archive\n', 1, /^schemaVersion: expected 1\. Example: schemaVersion: 1$/],
  ['an unknown section', `${extending}fiels: []\n`, 4, /"fiels"; expected one of schemaVersion, .*files, /],
  [
    'a missing list',
    `${extending}machines:\n  - name: b\n`,
    5,
    /^machines\.0\.tokens: expected array, but it is missing/,
  ],
  [
    'an unknown dimension',
    `${extending}corrections:\n  - set: { colour: red }\n`,
    5,
    /"colour" is not a dimension; known: product/,
  ],
  [
    'another type',
    `${extending}defaults: 3\n`,
    4,
    /^defaults: expected record, received number\. Example: defaults: \{/,
  ],
])('the error of %s names line, field, what was expected and an example', (_what, yaml, line, message) => {
  const error = parseImportProfile(yaml)
  expect(error).toMatchObject({ ok: false, error: { line, message: expect.stringMatching(message) } })
  expect(error).toMatchObject({ error: { message: expect.stringContaining('Example: ') } })
})
