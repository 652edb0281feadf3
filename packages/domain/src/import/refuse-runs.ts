import type { Problem } from '../parse/problem.ts'
import type { UploadDocument } from '../run/upload-document.ts'
import type { FactOrigins } from './origins-of-facts.ts'

/** A document with the files that it is made of, and the sources of its dimensions. */
export type MadeRun = { document: UploadDocument; paths: ReadonlySet<string>; origins: FactOrigins }

/**
 * The runs without those that a contradiction refuses: a run that is made of a refused file, or, when no run is made of
 * that file, every run with files in the same folder or below it.
 */
export function withoutRefusedRuns(made: readonly MadeRun[], problems: readonly Problem[]): MadeRun[] {
  const refusedFiles = new Set(problems.flatMap(({ file, refusesRun }) => (refusesRun === true ? [file] : [])))
  const used = new Set(made.flatMap(({ paths }) => [...paths]))
  const folders = [...refusedFiles].flatMap((file) => (used.has(file) ? [] : [folderOf(file)]))
  const isRefused = (path: string) =>
    refusedFiles.has(path) || folders.some((folder) => folder === '' || path.startsWith(folder))
  return made.filter(({ paths }) => ![...paths].some(isRefused))
}

/** With the slash at its end; empty for the root. */
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

/** Number of folders with a refused file of which no run was made at all. */
export function refusedWithoutRun(made: readonly MadeRun[], problems: readonly Problem[]): number {
  const paths = made.flatMap((run) => [...run.paths])
  const folders = problems.flatMap(({ file, refusesRun }) => (refusesRun === true ? [folderOf(file)] : []))
  return [...new Set(folders)].filter((folder) => !paths.some((path) => path.startsWith(folder))).length
}
