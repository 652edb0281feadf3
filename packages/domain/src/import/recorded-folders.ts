import { canonicalJson } from '../json/canonical-json.ts'
import type { Problem } from '../parse/problem.ts'
import { type ExecRecord, isExecRecordName, parseExecRecord } from './exec-record.ts'
import type { InputFile } from './read-files.ts'

/** A folder that `assay exec` filled. It is one run, regardless of its path. */
export type RecordedFolder = {
  /** Path of the folder; empty for the root. */
  path: string
  /** Steps to import, ordered by record name. The list is empty only when `problems` explains why. */
  records: ExecRecord[]
  /** Files in and below the folder, without the records and the files of excluded steps. */
  files: InputFile[]
  understood: string[]
  problems: Problem[]
}

/** Separates the folders that hold records of `assay exec` from all other files. */
export function findRecordedFolders(
  files: Iterable<InputFile>,
  { incomplete }: { incomplete: boolean },
): { folders: RecordedFolder[]; others: InputFile[] } {
  const all = [...files]
  const paths = new Set(all.flatMap(({ path }) => (isExecRecordName(withoutGz(path)) ? [folderOf(path)] : [])))
  const folders = new Map<string, InputFile[]>([...paths].sort().map((path) => [path, []]))
  const others: InputFile[] = []
  for (const file of all) (folders.get(nearest(paths, file.path) ?? '\0') ?? others).push(file)
  return { folders: [...folders].map(([path, found]) => readFolder(path, found, incomplete)), others }
}

function readFolder(path: string, files: readonly InputFile[], incomplete: boolean): RecordedFolder {
  const folder: RecordedFolder = { path, records: [], files: [], understood: [], problems: [] }
  const leftOut = new Set<string>()
  const isRecord = (file: InputFile) => isExecRecordName(withoutGz(file.path)) && folderOf(file.path) === path
  for (const file of files.filter(isRecord).sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const { value: record, problems } = parseExecRecord(file.text, file.path)
    folder.problems.push(...problems)
    // Only the record states which files a step wrote, so without it nothing of the folder is imported.
    if (record === null) return { ...folder, records: [] }
    folder.understood.push(file.path)
    const why = whyLeftOut(record, folder.records, incomplete)
    if (why === null) folder.records.push(record)
    else {
      folder.problems.push({ file: file.path, message: why })
      for (const name of Object.values(record.files)) if (name !== undefined) leftOut.add(name)
    }
  }
  folder.files = files.filter((file) => !isRecord(file) && !leftOut.has(withoutGz(file.path.slice(prefix(path)))))
  return folder
}

/** The reason why a step is not part of the run; null when it is. */
function whyLeftOut(record: ExecRecord, before: readonly ExecRecord[], incomplete: boolean): string | null {
  // A failed benchmark is a result. The outcome of an interrupted or running one is unknown.
  if ((record.outcome === 'interrupted' || record.outcome === 'running') && !incomplete) {
    return `${outcomeInWords(record)}, so its output is not a whole result; --incomplete stores the test as failed`
  }
  const [first] = before
  if (first === undefined) return null
  for (const key of new Set([...Object.keys(first.facts), ...Object.keys(record.facts)]) as Set<
    keyof ExecRecord['facts']
  >) {
    const [a, b] = [first.facts[key], record.facts[key]].map((fact) =>
      fact === undefined ? 'none' : canonicalJson(fact),
    )
    if (a !== b)
      return `is of another run than ${first.files.output}: its ${key} is ${short(b)}, there ${short(a)}; one folder holds one run`
  }
  return null
}

/** The outcome in words: `was interrupted`, `ended with exit code 1`. */
export function outcomeInWords({
  outcome,
  exitCode,
  signal,
}: Pick<ExecRecord, 'outcome' | 'exitCode' | 'signal'>): string {
  switch (outcome) {
    case 'finished':
      return 'finished'
    case 'interrupted':
      return 'was interrupted'
    case 'running':
      return 'is still running, or was killed together with assay'
    case 'failed':
      return signal === undefined ? `ended with exit code ${exitCode ?? 'unknown'}` : `was killed by ${signal}`
  }
}

/** The innermost of the given folders that contains a file. */
function nearest(folders: ReadonlySet<string>, path: string): string | null {
  for (let at = folderOf(path); ; at = folderOf(at)) {
    if (folders.has(at)) return at
    if (at === '') return null
  }
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

const prefix = (folder: string): number => (folder === '' ? 0 : folder.length + 1)

const withoutGz = (path: string): string => path.replace(/\.(?:gz|zst)$/, '')

const short = (text: string | undefined): string =>
  text === undefined || text.length <= 120 ? String(text) : `${text.slice(0, 120)}...`
