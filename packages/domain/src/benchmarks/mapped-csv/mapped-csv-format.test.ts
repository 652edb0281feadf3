import { labPlain } from '@assay/testing/import/lab-profiles'
import { expect, test } from 'vitest'
import { importFiles } from '../../import/import-files.ts'
import { plainProfileYaml } from '../../import/profile/plain-profile.ts'
import { parseImportProfile } from '../../import/profile/profile.ts'
import { unwrap } from '../../result.ts'

const mapping =
  'schemaVersion: 1\ncolumns: { v: version, t: test, n: clients, score: { metric: score, unit: points, better: higher } }\nset: { benchmark: mine, product: X }\n'
const csv = 'v,t,n,score\n1.0,a,1,10\n1.0,b,1,20\n2.0,a,1,11\n'
const read = (files: Record<string, string>, profile = labPlain) =>
  importFiles(
    Object.entries(files).map(([path, text]) => ({ path, text })),
    { profile },
  )

test('a CSV with a mapping in its folder is a run for each version, in any order of the files', () => {
  const { documents, problems, sources } = read({ 'd/z.csv': csv, 'd/z.csv.mapping.yaml': mapping })
  expect(problems).toEqual([])
  expect(
    documents.map(({ product, version, benchmark, results }) => [product, version, benchmark.name, results.length]),
  ).toEqual([
    ['X', '1.0', 'mine', 2],
    ['X', '2.0', 'mine', 1],
  ])
  expect(documents[0]?.metrics).toEqual([{ name: 'score', unit: 'points', better: 'higher', about: '' }])
  expect(documents[0]?.tests?.[0]).toMatchObject({ name: 'a', primaryMetric: 'score' })
  expect(sources.get(0)).toEqual(['d/z.csv', 'd/z.csv.mapping.yaml'])
  expect(read({ 'd/mapping.yaml': mapping, 'd/z.csv': csv }).documents).toHaveLength(2)
})

test('a mapping may be in the profile; without one a CSV is ignored with the reason', () => {
  const rule = mapping
    .trim()
    .split('\n')
    .map((line) => `      ${line}`)
    .join('\n')
  const profile = unwrap(
    parseImportProfile(
      plainProfileYaml.replace('benchmarks:', `csv:\n  - match: "z.csv"\n    mapping:\n${rule}\nbenchmarks:`),
    ),
  )
  expect(read({ 'd/z.csv': csv }, { ...profile, defaults: labPlain.defaults }).documents).toHaveLength(2)
  const { documents, ignored, problems } = read({ 'd/z.csv': csv })
  expect([documents, problems]).toEqual([[], []])
  expect(ignored).toEqual([
    {
      path: 'd/z.csv',
      reason: expect.stringMatching(/z\.csv\.mapping\.yaml.* can map its columns/),
    },
  ])
})

test('two rows with different values of one test are a problem', () => {
  const { problems } = read({ 'd/mapping.yaml': mapping, 'd/z.csv': `${csv}1.0,a,1,12\n` })
  expect(problems).toMatchObject([{ file: 'd/z.csv', line: 5 }])
})

test('an invalid mapping is a problem with its line', () => {
  expect(read({ 'd/mapping.yaml': mapping.replace('version', 'versoin'), 'd/z.csv': csv }).problems).toMatchObject([
    { file: 'd/mapping.yaml', line: 2 },
  ])
})
