import type { Problem } from '../parse/problem.ts'
import type { UploadDocument } from '../run/upload-document.ts'
import type { FactOrigins } from './facts/origins-of-facts.ts'
import type { OpenQuestion } from './open-question.ts'

/** A document with its source files, the origins of its dimensions, and the questions about it. */
export type MadeRun = {
  document: UploadDocument
  paths: ReadonlySet<string>
  origins: FactOrigins
  questions: readonly OpenQuestion[]
}

/**
 * The runs that no contradiction between files refuses. A problem refuses the runs that use its file; when no run uses that
 * file, it refuses all runs with files in the same folder or below.
 */
export function withoutRefusedRuns(made: readonly MadeRun[], problems: readonly Problem[]): MadeRun[] {
  const refusedFiles = new Set(problems.flatMap(({ file, refusesRun }) => (refusesRun === true ? [file] : [])))
  const used = new Set(made.flatMap(({ paths }) => [...paths]))
  const folders = [...refusedFiles].flatMap((file) => (used.has(file) ? [] : [folderOf(file)]))
  const isRefused = (path: string) =>
    refusedFiles.has(path) || folders.some((folder) => folder === '' || path.startsWith(folder))
  return made.filter(({ paths }) => ![...paths].some(isRefused))
}

/** The folder with its trailing slash; empty for the root. */
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)
