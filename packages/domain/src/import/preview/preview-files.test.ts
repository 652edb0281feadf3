import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sysbenchText } from '@assay/testing/import/sysbench-text'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { unwrap } from '../../result.ts'
import { buildLabel } from '../../run/build-label.ts'
import { importFiles } from '../import-files.ts'
import { CERTAIN } from '../names/read-name.ts'
import { parseImportProfile } from '../profile/profile.ts'
import { SHIPPED_PROFILES } from '../profile/shipped-profiles.ts'
import { PLACEHOLDER } from './placeholder.ts'
import { PreviewDocument } from './preview-document.ts'
import { previewFiles } from './preview-files.ts'

const profile = unwrap(parseImportProfile(SHIPPED_PROFILES.plain))
const output = (path: string, cpus?: number) => ({ path, text: sysbenchText({ qps: 100, ...(cpus && { cpus }) }) })

test('facts have a source, a path and a confidence above the limit, and missing ones are questions', () => {
  const { runs, questions } = previewFiles([output('mysql-8.0.44/oltp_insert-c40.log')], { profile })
  expect(runs).toHaveLength(1)
  expect(runs[0]?.dimensions).toMatchObject({
    product: { value: 'MySQL', source: 'folder', from: 'mysql-8.0.44' },
    version: { value: '8.0.44', source: 'folder', from: 'mysql-8.0.44' },
    hardware: { value: null, confidence: 0 },
  })
  for (const { confidence } of [runs[0]?.dimensions.product, runs[0]?.dimensions.version].flatMap((d) => d ?? [])) {
    expect(confidence).toBeGreaterThanOrEqual(CERTAIN)
  }
  expect(questions.map(({ dimension, affects }) => [dimension, affects])).toEqual([['hardware', [0]]])
})

test('a version is only a candidate when the name can be read in two ways', () => {
  const { runs, questions } = previewFiles([output('rocksdb1022/oltp_insert.log')], {
    profile,
    overrides: { hardware: 'lab3' },
  })
  expect(runs[0]?.dimensions.version.value).toBeNull()
  expect(questions).toMatchObject([{ dimension: 'version', affects: [0] }])
  expect(questions[0]?.candidates.length).toBeGreaterThan(0)
})

test('machines that nothing names are one question, which names no single one where their folders differ', () => {
  const files = [output('m5d/pg-18.1/oltp_insert.log', 8), output('m6g/pg-18.1/oltp_insert.log', 16)]
  const { runs, questions, imported } = previewFiles(files, { profile })
  expect([runs.length, imported.contradictions]).toEqual([2, []])
  expect(questions).toEqual([
    {
      dimension: 'hardware',
      candidates: ['m5d', 'm6g'],
      answers: ['hardware=NAME', 'hardware=@folder'],
      affects: [0, 1],
    },
  ])
})

test('placeholders are in no preview and in no import, and the results are those of the import', () => {
  const files = [output('x/oltp_insert.log'), output('pg-18.1/oltp_insert.log')]
  const { runs, questions } = previewFiles(files, { profile })
  expect(JSON.stringify([runs, questions])).not.toContain(PLACEHOLDER)
  expect(importFiles(files, { profile }).documents).toEqual([])
  const overrides = { product: 'MySQL', version: '9.0.0', hardware: 'lab3' }
  const stated = previewFiles(files, { profile, overrides })
  const { documents } = importFiles(files, { profile, overrides })
  expect(stated.runs.map(({ results }) => results.length)).toEqual(documents.map(({ results }) => results.length))
  expect(stated.questions).toEqual([])
})

test('docs/preview.schema.json is the JSON Schema of the preview', () => {
  const path = join(import.meta.dirname, '../../../../../docs/preview.schema.json')
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(JSON.parse(JSON.stringify(z.toJSONSchema(PreviewDocument))))
})

test('builds that differ in one fact have different values, which are the labels of the stored builds', () => {
  const common = unwrap(parseImportProfile(SHIPPED_PROFILES.archive))
  const folders = ['clang18', 'clang18-lto', 'clang18-pgo', 'clang18-bolt', 'clang18-O3', 'clang18-jemalloc']
  const files = folders.map((folder) => output(`${folder}/pg-18.1/oltp_insert.log`))
  const { runs, imported } = previewFiles(files, { profile: common, overrides: { hardware: 'lab3' } })
  const builds = runs.map(({ dimensions }) => dimensions.build.value)
  expect(new Set(builds).size).toBe(folders.length)
  expect(builds.toSorted()).toEqual(imported.documents.map(({ build }) => buildLabel(build)).toSorted())
  expect(builds).toContain('clang+LTO 18')
})
