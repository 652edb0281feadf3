import { distinctProblems, type Problem } from '../parse/problem.ts'
import { plural } from '../plural.ts'
import type { UploadDocument } from '../run/upload-document.ts'
import { plainPathOf } from './fields.ts'
import type { Format } from './format.ts'
import { isOutput, type RefusedFile } from './import-context.ts'
import type { ImportResult } from './import-group.ts'

/** One reading of the files, with the traces of its refusals. */
export type ImportedOnce = ImportResult & {
  /** Files of refused runs. One of them may be refused by itself. */
  suspects: readonly string[]
  /** The format of each file, by path. */
  formats: ReadonlyMap<string, Format>
  /** The reasons why single results were left out. */
  refusedResults: readonly Problem[]
}

/** Maximum number of refused files that a note names. */
const MAX_NAMED = 5

/** The files that an import leaves out because they are truncated or contradict themselves, with their problems. */
export class RefusedFiles {
  readonly #problems = new Map<string, Problem[]>()
  readonly #files: RefusedFile[] = []

  has(path: string): boolean {
    return this.#problems.has(path)
  }

  files(): readonly RefusedFile[] {
    return this.#files
  }

  /**
   * Adds the files that one reading refuses: outputs that are refused alone too, and companion files that contradict
   * their output.
   *
   * @returns true when a file was added, so that the others have to be read again without it.
   */
  addFrom({ problems, suspects, formats }: ImportedOnce, isRefusedAlone: (path: string) => boolean): boolean {
    const named = problems.flatMap(({ file, refusesRun }) => (refusesRun === true ? [file] : []))
    const isRefused = (path: string) => {
      const format = formats.get(path)
      if (format === undefined) return false
      return (!isOutput(format) && named.includes(path)) || isRefusedAlone(path)
    }
    const found = [...new Set([...named, ...suspects])].filter(isRefused)
    for (const path of found) {
      const own = problems.filter(({ file }) => file === path)
      this.#problems.set(path, own)
      const format = formats.get(path)
      if (format !== undefined) this.#files.push({ path: plainPathOf(path), format })
    }
    return found.length > 0
  }

  /** The import with the problems of its refused files, which the runs of their folders name in a note. */
  report({ suspects: _, formats: __, refusedResults, ...imported }: ImportedOnce): ImportResult {
    const ofFiles = [...[...this.#problems.values()].flat(), ...refusedResults]
    const refusals = ofFiles.filter(({ refusesRun }) => refusesRun === true)
    const still = imported.problems.filter(({ refusesRun }) => refusesRun === true)
    const paths = [...imported.sources.values()].flat()
    const emptyFolders = refusals
      .map(({ file }) => folderOf(file))
      .filter((folder) => !paths.some((path) => path.startsWith(folder)))
    return {
      ...imported,
      problems: distinctProblems([...ofFiles, ...imported.problems]),
      refusedFiles: [...new Set([...refusals, ...still].map(({ file }) => file))],
      refusedRuns: imported.refusedRuns + new Set(emptyFolders).size,
      documents: imported.documents.map((document, index) =>
        withNote(document, refusalsOf(imported.sources.get(index) ?? [], refusals)),
      ),
    }
  }
}

/** The folder with its trailing slash; empty for the root. */
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

/** The refusals of files in whose folder, or below it, a run has files. */
const refusalsOf = (paths: readonly string[], refusals: readonly Problem[]): Problem[] =>
  refusals.filter(({ file }) => paths.some((path) => path.startsWith(folderOf(file))))

function withNote(document: UploadDocument, refusals: readonly Problem[]): UploadDocument {
  const byFile = new Map(refusals.toReversed().map((problem) => [problem.file, problem]))
  if (byFile.size === 0) return document
  const named = [...byFile.values()].reverse().slice(0, MAX_NAMED)
  const listed = named.map(
    ({ file, line, message }) => `${shortPath(file)}${line === undefined ? '' : `:${line}`}: ${message}`,
  )
  const more = byFile.size > MAX_NAMED ? [`and ${byFile.size - MAX_NAMED} more`] : []
  const note = `${plural(byFile.size, 'file')} of this folder ${byFile.size === 1 ? 'was' : 'were'} refused: ${[...listed, ...more].join('; ')}`
  return { ...document, notes: [...(document.notes === undefined ? [] : [document.notes]), note].join('\n') }
}

/** The innermost folder and the name, because folders above differ between machines. */
const shortPath = (path: string): string => plainPathOf(path).split('/').slice(-2).join('/')
