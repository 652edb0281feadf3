import { outputs } from '@assay/testing/import/unfamiliar-folder-text'
import { expect, test } from 'vitest'
import { unwrap } from '../../result.ts'
import { importFiles } from '../import-files.ts'
import { parseImportProfile } from '../profile/profile.ts'
import { SHIPPED_PROFILES } from '../profile/shipped-profiles.ts'
import { previewFiles } from './preview-files.ts'

const profile = unwrap(parseImportProfile(SHIPPED_PROFILES.archive))

function suggestionsFor(folders: readonly string[], overrides = {}) {
  const files = outputs(folders.map((folder) => `${folder}/oltp_insert.log`))
  const { runs, questions } = previewFiles(files, { profile, overrides })
  const guesses = runs.flatMap(({ dimensions }) =>
    Object.entries(dimensions).flatMap(([name, { value, source }]) => (source === 'guess' ? [`${name} ${value}`] : [])),
  )
  return { suggested: questions.flatMap((question) => question.suggested ?? []), guesses }
}

test.each([
  ['words', ['small/pg-18.1', 'large/pg-18.1'], ['config=@folder'], ['config large', 'config small']],
  [
    'hosts',
    ['db1.lab.example.com/pg-18.1', 'db2.lab.example.com/pg-18.1'],
    ['hardware=@folder'],
    ['hardware db1.lab.example.com', 'hardware db2.lab.example.com'],
  ],
  [
    'letters of nodes',
    ['pg-18.1/node-a', 'pg-18.1/node-b'],
    ['hardware=@folder'],
    ['hardware node-a', 'hardware node-b'],
  ],
  ['bare numbers', ['pg-18.1/level-2', 'pg-18.1/level-4'], [], []],
  ['digits of two versions', ['rocksdb1022', 'rocksdb1021'], [], []],
])('%s are suggested as what they are likely to be', (_, folders, suggested, guesses) => {
  const found = suggestionsFor(folders)
  expect([found.suggested, found.guesses.sort()]).toEqual([suggested, guesses])
})

test('of two parts only one is suggested as the config, and a stated config none', () => {
  const folders = ['small/pg-18.1/cold', 'small/pg-18.1/warm', 'large/pg-18.1/cold']
  expect(suggestionsFor(folders).suggested).toHaveLength(1)
  expect(suggestionsFor(folders, { config: 'stock' }).suggested).toEqual([])
})

test('a suggestion is not stored', () => {
  const files = outputs(['small/pg-18.1/oltp_insert.log', 'large/pg-18.1/oltp_insert.log'])
  const { documents, questions } = importFiles(files, { profile, overrides: { hardware: 'box1' } })
  expect(documents).toEqual([])
  expect(questions).toHaveLength(1)
})
