import { plainPathOf } from '../fields.ts'
import { readFileName } from '../names/read-file-name.ts'
import type { Correction } from '../profile/corrections.ts'
import type { PreviewDocument, PreviewQuestion } from './preview-document.ts'

/** Corrections that state facts about some runs and no others; one without a path when these are all runs. */
export function correctionsFor(
  runs: readonly Pick<PreviewDocument['runs'][number], 'files'>[],
  indexes: readonly number[] | 'all',
  set: Correction['set'],
): Correction[] {
  const own = new Set(indexes === 'all' ? runs.keys() : indexes)
  if (own.size === runs.length || own.size === 0) return [{ set }]
  const filesOf = (isOwn: boolean) => runs.flatMap(({ files }, index) => (own.has(index) === isOwn ? files : []))
  return pathsOfRuns(filesOf(true), filesOf(false)).map((path) => ({ path, set }))
}

/**
 * The corrections of an answer: about the files of the question, about all runs, or about those that it affects. The test
 * is that of the files whose names leave it open; other files of the runs state theirs.
 */
export function correctionsOfAnswer(
  { runs }: Pick<PreviewDocument, 'runs'>,
  { dimension, candidates, affects, files }: Pick<PreviewQuestion, 'dimension' | 'candidates' | 'affects' | 'files'>,
  set: Correction['set'],
): Correction[] {
  if (files !== undefined) return files.map((path) => ({ path: plainOf(path), set }))
  if (dimension === 'test') {
    const open = affects.flatMap((index) => runs[index]?.files ?? []).filter((path) => isOpenTest(path, candidates))
    if (open.length > 0) return open.map((path) => ({ path: plainOf(path), set }))
  }
  return correctionsFor(runs, dimension === 'segment' ? 'all' : affects, set)
}

/** True for a file whose test could only be the rest of its name, which is one of these candidates. */
function isOpenTest(path: string, candidates: readonly string[]): boolean {
  const name = plainPathOf(path).split('/').at(-1) ?? ''
  const { testGuess, fields } = readFileName(name)
  if (testGuess !== null) return candidates.includes(testGuess)
  return fields.test === undefined && candidates.some((candidate) => name.startsWith(candidate))
}

/** The folders of files, or the files themselves where others share their folder or stand below it. */
function pathsOfRuns(own: readonly string[], others: readonly string[]): string[] {
  const taken = new Set(others.flatMap((path) => foldersOf(plainOf(path))))
  const paths = own.map((path) => {
    const plain = plainOf(path)
    const folder = plain.slice(0, Math.max(0, plain.lastIndexOf('/')))
    return folder === '' || taken.has(folder) ? plain : folder
  })
  return [...new Set(paths)]
}

/** The path without the steps upwards that the user may have typed before it. */
const plainOf = (path: string): string => plainPathOf(path).replace(/^(?:\.\.?\/)+/, '')

/** The folder of a file and all folders above it. */
function foldersOf(path: string): string[] {
  const names = path.split('/').slice(0, -1)
  return names.map((_, at) => names.slice(0, at + 1).join('/'))
}
