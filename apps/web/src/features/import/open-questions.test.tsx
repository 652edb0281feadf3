import { previewUpload } from '@assay/domain/import/preview/preview-upload'
import { parseImportProfile } from '@assay/domain/import/profile/profile'
import { SHIPPED_PROFILES } from '@assay/domain/import/profile/shipped-profiles'
import { unwrap } from '@assay/domain/result'
import { outputs } from '@assay/testing/import/unfamiliar-folder-text'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { OpenQuestions } from './open-questions.tsx'

const profile = unwrap(parseImportProfile(SHIPPED_PROFILES.archive))

function form(folders: readonly string[], machines: readonly string[]): string {
  const files = outputs(folders.map((folder) => `${folder}/oltp_insert.log`))
  const preview = previewUpload(files, { profile, overrides: {} })
  return renderToStaticMarkup(
    <OpenQuestions preview={preview} machines={machines} isBusy={false} onAnswer={() => undefined} />,
  )
}

const CONFIGS = ['small/pg-18.1', 'large/pg-18.1']

test('the config that a part of the path is likely to be is chosen, and the machine is left to the person', () => {
  const html = form(CONFIGS, ['box1', 'box2'])
  expect(html).toContain('<option value="config=@folder" selected="">The config</option>')
  expect(html).toContain('<option value="box2">')
  expect(html).toContain('Apply 1 answer<')
})

test('the only machine of the project is filled in, so that one click answers everything', () => {
  const html = form(CONFIGS, ['box1'])
  expect(html).toContain('value="box1"')
  expect(html).toContain('Apply 2 answers<')
})

test('parts that are likely to be machines answer the question about the machine', () => {
  const html = form(['db1.lab.example.com/pg-18.1', 'db2.lab.example.com/pg-18.1'], ['box1'])
  expect(html).toContain('Answered by another answer.')
  expect(html).toContain('Apply 1 answer<')
})

test('a part without a likely meaning has no answer until a person chooses one', () => {
  const html = form(['pg-18.1/level-2', 'pg-18.1/level-4'], [])
  expect(html).toContain('<option value="?" selected="">Choose</option>')
  expect(html).toMatch(/<button[^>]*disabled=""[^>]*>Apply answers</)
})
