import {
  ANSWERED_FOLDERS,
  PUBLISHED,
  UNFAMILIAR_FOLDERS,
  type UnfamiliarFolder,
} from '@assay/testing/import/unfamiliar-folders'
import { describe, expect, test } from 'vitest'
import { unwrap } from '../result.ts'
import { conflictingDocuments } from '../run/conflicting-documents.ts'
import { stateFact } from './facts/stated-facts.ts'
import { importFiles } from './import-files.ts'
import { correctionsOfAnswer } from './preview/corrections-for.ts'
import { previewFiles } from './preview/preview-files.ts'
import type { Correction } from './profile/corrections.ts'
import { parseImportProfile } from './profile/profile.ts'
import { SHIPPED_PROFILES } from './profile/shipped-profiles.ts'

// Folders as people without an import profile lay them out. Each gives its table after at most one correction, or
// asks; none is silently wrong.

const profile = unwrap(parseImportProfile(SHIPPED_PROFILES.archive))
const MIN_RIGHT = 215

/** The rows that an import with this correction stores, and its questions. */
function readRows({ files }: UnfamiliarFolder, correction: string | null, corrections: readonly Correction[] = []) {
  const overrides = correction === null ? {} : unwrap(stateFact({}, correction))
  const { documents, problems, questions } = importFiles(files, {
    profile: { ...profile, corrections: [...corrections] },
    overrides,
  })
  const rows = documents.flatMap(({ product, version, build, config, hardware, repeat = 1, results }) =>
    results.map(({ test: name, clients, params = {} }) => {
      const compiler = [build.compiler, build.compilerVersion, build.buildType, build.flags, build.commit]
        .filter(Boolean)
        .join(' ')
      const facts = [product, version, compiler, config.name, hardware.name, repeat, name, clients]
      return [...facts, JSON.stringify(params)].join('|')
    }),
  )
  return { rows: rows.sort(), problems, questions, conflicts: conflictingDocuments(documents) }
}

const isRight = ({ rows }: UnfamiliarFolder, read: ReturnType<typeof readRows>): boolean =>
  rows !== null && read.questions.length === 0 && JSON.stringify(read.rows) === JSON.stringify([...rows].sort())

describe.each(UNFAMILIAR_FOLDERS)('$team: $name', (folder) => {
  test('gives its table after at most one correction, or asks', () => {
    const read = readRows(folder, folder.correction)
    // A loader named like a number of clients contradicts its output, which is said besides the question.
    if (folder.rows !== null) expect(read.problems).toEqual([])
    if (folder.rows === null) expect(read.questions.length).toBeGreaterThan(0)
    else expect([read.questions, read.rows, read.conflicts]).toEqual([[], [...folder.rows].sort(), []])
  })

  test('every answer that a question offers is accepted', () => {
    for (const { answers } of readRows(folder, null).questions) {
      for (const answer of answers)
        expect(stateFact({}, answer.replace(/=NUMBER$/, '=8')), answer).toMatchObject({ ok: true })
    }
  })

  test('is not silently wrong before the correction', () => {
    const read = readRows(folder, null)
    expect(read.questions.length > 0 || isRight(folder, read)).toBe(true)
    expect(previewFiles(folder.files, { profile }).questions.length > 0).toBe(read.questions.length > 0)
  })
})

/** The corrections of the form of open questions as it is prefilled. */
function likelyAnswers({ files }: UnfamiliarFolder): Correction[] {
  const preview = previewFiles(files, { profile })
  return preview.questions.flatMap((question) => {
    const [field = '', value = ''] = question.suggested?.split(/=(.*)/) ?? []
    return field === '' ? [] : correctionsOfAnswer(preview, question, { [field]: value })
  })
}

describe.each(ANSWERED_FOLDERS)('$team: $name', (folder) => {
  test('gives its table after the likely answers and a machine, and asks before', () => {
    expect(readRows(folder, folder.correction).questions.length).toBeGreaterThan(0)
    const read = readRows(folder, folder.correction, likelyAnswers(folder))
    expect([read.questions, read.rows, read.conflicts]).toEqual([[], [...(folder.rows ?? [])].sort(), []])
  })
})

test(`at least ${MIN_RIGHT} of ${UNFAMILIAR_FOLDERS.length} folders are imported to the expected table`, () => {
  const right = UNFAMILIAR_FOLDERS.filter((folder) => isRight(folder, readRows(folder, folder.correction)))
  expect(right.length).toBeGreaterThanOrEqual(MIN_RIGHT)
})

const published = UNFAMILIAR_FOLDERS.filter(({ team }) => team === PUBLISHED)
const rightOnes = published.filter((folder) => isRight(folder, readRows(folder, folder.correction)))

test(`${rightOnes.length} of ${published.length} published layouts are right after at most one correction`, () => {
  expect(published).toHaveLength(30)
  expect(rightOnes.length).toBeGreaterThanOrEqual(27)
})
