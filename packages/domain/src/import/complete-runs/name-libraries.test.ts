import { fixtureText } from '@assay/testing/import/recorded-output'
import { expect, test } from 'vitest'
import { unwrap } from '../../result.ts'
import { importFiles } from '../import-files.ts'
import { parseImportProfile } from '../profile/profile.ts'
import { SHIPPED_PROFILES } from '../profile/shipped-profiles.ts'

const profile = unwrap(parseImportProfile(SHIPPED_PROFILES.archive))

/** Product and version of each run, else the fields that are asked about. */
function programs(fixture: string, paths: readonly string[]): string[] {
  const files = paths.map((path) => ({ path, text: fixtureText(fixture) }))
  const { documents, questions } = importFiles(files, { profile, overrides: { hardware: 'box1' } })
  const named = documents.map(({ product, version }) => `${product} ${version}`)
  return [...new Set([...named, ...questions.map(({ field }) => `${field}?`)])].sort()
}

test.each([
  ['criterion-0.5.1/bench', 'mylib-1.2.0/criterion.log', 'mylib-1.3.0/criterion.log', ['mylib 1.2.0', 'mylib 1.3.0']],
  [
    'google-benchmark-1.7.1/plain.json',
    'simdjson-abc1234/b.json',
    'simdjson-def5678/b.json',
    ['simdjson abc1234', 'simdjson def5678'],
  ],
  [
    'jmh-1.37/report.json',
    'jackson-2.17.0/jmh.json',
    'jackson-2.18.0-rc1/jmh.json',
    ['jackson 2.17.0', 'jackson 2.18.0rc1'],
  ],
])('releases of a library are read from the names of its folders: %s', (fixture, one, other, expected) => {
  expect(programs(fixture, [one, other])).toEqual(expected)
})

test('a word before a version stays a question where a database was measured, and where two words are', () => {
  expect(programs('sysbench-1.0.20/read_only.pgsql', ['cluster-2.1/a.log', 'cluster-2.2/a.log'])).toContain('product?')
  expect(programs('criterion-0.5.1/bench', ['one-1.2.0/two-1.3.0/c.log'])).toContain('product?')
})
