import { sysbenchOutput } from '@assay/testing/import/sysbench-output-text'
import { expect, test } from 'vitest'
import { unwrap } from '../../result.ts'
import { stateFact } from '../facts/stated-facts.ts'
import { importFiles } from '../import-files.ts'
import type { ImportOverrides } from '../overrides.ts'
import { correctionsFor } from '../preview/corrections-for.ts'
import { correctedFields } from './corrections.ts'
import { parseImportProfile } from './profile.ts'

const paths = (...names: string[]) =>
  names.map((path, at) => ({ path, text: sysbenchOutput({ qps: 1000 + at, threads: 40 }) }))

/** `product version config machine test` of each result, with the profile that has these corrections. */
function rowsOf(files: ReturnType<typeof paths>, corrections: string, overrides: ImportOverrides = {}): string[] {
  const yaml = `schemaVersion: 1\nname: ours\nextends: archive\ncorrections:\n${corrections}`
  const { documents, problems, questions } = importFiles(files, {
    profile: unwrap(parseImportProfile(yaml)),
    overrides: { hardware: 'box1', ...overrides },
  })
  expect([problems, questions]).toEqual([[], []])
  return documents
    .flatMap((run) =>
      run.results.map(({ test: name, params = {} }) =>
        [run.product, run.version, run.config.name, run.hardware.name, name, JSON.stringify(params)].join('|'),
      ),
    )
    .sort()
}

test('one correction makes a folder the config of every run', () => {
  const files = paths('res/big_buffers/pg-18.1/oltp_insert.log', 'res/small/pg-18.1/oltp_insert.log')
  expect(rowsOf(files, '  - set: { config: "@segment2" }')).toEqual([
    'PostgreSQL|18.1|big_buffers|box1|oltp_insert|{}',
    'PostgreSQL|18.1|small|box1|oltp_insert|{}',
  ])
})

test('a part of flat file names keeps the runs of one folder apart', () => {
  const files = paths('res/pg18.1-bigbuf-run1.log', 'res/pg18.1-small-run1.log')
  expect(rowsOf(files, '  - set: { config: "@file", test: oltp_insert }')).toEqual([
    'PostgreSQL|18.1|bigbuf|box1|oltp_insert|{}',
    'PostgreSQL|18.1|small|box1|oltp_insert|{}',
  ])
})

test('a correction with a path holds there only, and wins over names', () => {
  const files = paths('res/pg-18.1/oltp_insert.log', 'res/pg-18.2/oltp_insert.log')
  expect(rowsOf(files, '  - { path: "pg-18.*2", set: { version: 18.2-patched } }')).toEqual([
    'PostgreSQL|18.1|unknown|box1|oltp_insert|{}',
    'PostgreSQL|18.2-patched|unknown|box1|oltp_insert|{}',
  ])
})

test('a part of the path may be a parameter of the results', () => {
  const files = paths('res/pg-18.1/ext4/oltp_insert.log', 'res/pg-18.1/xfs/oltp_insert.log')
  const expected = ['ext4', 'xfs'].map((fs) => `PostgreSQL|18.1|unknown|box1|oltp_insert|{"filesystem":"${fs}"}`)
  expect(rowsOf(files, '  - set: { params.filesystem: "@segment" }')).toEqual(expected)
})

test('the flag --set states parts of paths as well, and other flags win over corrections', () => {
  const files = paths('res/big_buffers/pg-18.1/oltp_insert.log')
  const none = '  - set: { config: other }'
  expect(rowsOf(files, none, unwrap(stateFact({}, 'config=@segment2')))).toEqual([
    'PostgreSQL|18.1|big_buffers|box1|oltp_insert|{}',
  ])
  expect(rowsOf(files, none, { config: 'stated' })).toEqual(['PostgreSQL|18.1|stated|box1|oltp_insert|{}'])
})

test.each([
  ['a/b/c.log', 'b', true],
  ['a/b/c.log', 'a/b', true],
  ['a/b/c.log', 'a/c.log', false],
  ['a/b/c.log', 'b/*.log', true],
  ['a/b/c.log', '*/c*', true],
  ['a/bb/c.log', 'b', false],
  ['a/aba/c.log', 'ab*ba', false],
])('in %s the path %s is found: %s', (plainPath, path, isFound) => {
  const fields = correctedFields([{ path, set: { config: 'x' } }], { plainPath, undecoded: [] })
  expect(fields).toEqual(isFound ? { config: 'x' } : {})
})

test('a part that a path does not have states nothing', () => {
  const set = { config: '@segment9', workload: '@folder', version: '@file3' }
  expect(correctedFields([{ set }], { plainPath: 'x.log', undecoded: [] })).toEqual({})
})

test('a correction of some runs names their folders, or their files where others stand in or below the folder', () => {
  const set = { config: 'x' }
  const of = (...files: string[]) => ({ files })
  expect(correctionsFor([of('r/a/1.log', 'r/a/2.log'), of('r/b/1.log')], [0], set)).toEqual([{ path: 'r/a', set }])
  expect(correctionsFor([of('../r/1.log.gz'), of('../r/2.log')], [0], set)).toEqual([{ path: 'r/1.log', set }])
  expect(correctionsFor([of('r/1.log'), of('r/b/2.log')], [0], set)).toEqual([{ path: 'r/1.log', set }])
  expect(correctionsFor([of('r/1.log'), of('r/b/2.log')], 'all', set)).toEqual([{ set }])
})
