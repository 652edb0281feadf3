import { fixtureText } from '@assay/testing/import/recorded-output'
import { sysbench } from '@assay/testing/import/unfamiliar-folder-text'
import { expect, test } from 'vitest'
import { unwrap } from '../../result.ts'
import { importFiles } from '../import-files.ts'
import { parseImportProfile } from '../profile/profile.ts'
import { SHIPPED_PROFILES } from '../profile/shipped-profiles.ts'
import { correctionsOfAnswer } from './corrections-for.ts'
import { previewFiles } from './preview-files.ts'

const profile = unwrap(parseImportProfile(SHIPPED_PROFILES.archive))
const overrides = { hardware: 'lab3' }

test('the test of a file answers no other file of its folder', () => {
  const files = [sysbench('mysql-8.0.43/my_mix.log', 0), sysbench('mysql-8.0.43/oltp_read_only_64.log', 1, 64)]
  const preview = previewFiles(files, { profile, overrides })
  const [question] = preview.questions
  expect(question).toMatchObject({ dimension: 'test', candidates: ['my_mix'], suggested: 'test=@file' })
  const corrections = question === undefined ? [] : correctionsOfAnswer(preview, question, { test: 'mix' })
  const { documents, questions } = importFiles(files, { profile: { ...profile, corrections }, overrides })
  expect(questions).toEqual([])
  expect(documents.flatMap(({ results }) => results.map(({ test: name }) => name)).sort()).toEqual([
    'mix',
    'oltp_read_only',
  ])
})

test('runs whose number of clients is only likely are shown with all of their questions, and are not stored', () => {
  const files = [{ path: 'redis-7.2.5/benchmark.csv', text: fixtureText('redis-benchmark-7.0.15/csv') }]
  const { runs, questions } = previewFiles(files, { profile })
  expect(runs[0]?.results.map(({ clients }) => clients)).toContain(50)
  expect(questions.map(({ dimension, suggested, affects }) => [dimension, suggested, affects]).sort()).toEqual([
    ['clients', 'clients=50', [0]],
    ['hardware', undefined, [0]],
  ])
  expect(importFiles(files, { profile, overrides })).toMatchObject({ documents: [], questions: [{ field: 'clients' }] })
})
