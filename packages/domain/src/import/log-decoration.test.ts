import { fixtureText } from '@assay/testing/import/recorded-output'
import { sysbench } from '@assay/testing/import/unfamiliar-folder-text'
import { expect, test } from 'vitest'
import { unwrap } from '../result.ts'
import { importFiles } from './import-files.ts'
import { withoutLogDecoration } from './log-decoration.ts'
import { parseImportProfile } from './profile/profile.ts'
import { SHIPPED_PROFILES } from './profile/shipped-profiles.ts'

const profile = unwrap(parseImportProfile(SHIPPED_PROFILES.archive))
const overrides = { hardware: 'box1', product: 'PostgreSQL', version: '18.1' }

const DECORATIONS: readonly ((line: string, at: number) => string)[] = [
  (line, at) => `2025-11-03T09:30:${String(at % 60).padStart(2, '0')}.1234567Z ${line}`,
  (line) => `2025-11-03 09:30:10,123 +01:00 ${line}`,
  (line) => `[09:30:10] ${line}`,
  (line) => `2025-11-03T09:30:10.123456Z 01E ${line}`,
  (line) => `bench / pg16\tRun\t2025-11-03T09:30:10.1234567Z ${line}`.trimEnd(),
  (line) => `bench-1  | ${line}`,
  (line) => `\u001b[36m${line}\u001b[39;49m`,
  (line) => `\u001b_bk;t=1730624000123\u0007${line}`,
]
const decorated = (text: string, decorate: (line: string, at: number) => string): string =>
  text.split('\n').map(decorate).join('\n')

const OUTPUTS = [
  { path: 'oltp_insert.log', text: sysbench('', 0).text },
  { path: 'workloada.log', text: fixtureText('ycsb-0.17.0/run') },
  { path: 'randrw.json', text: fixtureText('fio-3.33/readwrite.json') },
]

test.each(OUTPUTS)('$path has the same results with what CI systems add to each line', ({ path, text }) => {
  const resultsOf = (one: string) => importFiles([{ path, text: one }], { profile, overrides }).documents
  expect(resultsOf(text)).not.toEqual([])
  for (const decorate of DECORATIONS) expect(resultsOf(decorated(text, decorate))).toEqual(resultsOf(text))
})

test('a line without the beginning of the others leaves the text as it is, so that no figure loses its first column', () => {
  const rows = ['09:30:10 all 1.0', '09:30:11 all 2.0', '09:30:12 all 3.0', '09:30:13 all 4.0']
  expect(withoutLogDecoration(rows.join('\n'))).toBe('all 1.0\nall 2.0\nall 3.0\nall 4.0')
  expect(withoutLogDecoration(['Linux 6.8.0 (box1)', '', ...rows].join('\n'))).toBe(null)
  expect(withoutLogDecoration(rows.slice(1).join('\n'))).toBe(null)
  expect(withoutLogDecoration('1 2\n3 4\n')).toBe(null)
})
