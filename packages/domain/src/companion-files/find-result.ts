import { type Fields, folderOf, plainPathOf } from '../import/fields.ts'
import { type ImportContext, refusedOutputs, type SourceFile } from '../import/import-context.ts'
import type { DraftResult } from '../import/run-draft.ts'
import { stepFromFields, stepTest } from '../import/step-name.ts'
import { preferWhole } from '../import/whole-test.ts'

/** The result that a companion file belongs to, `none`, or the reason why the file must be ignored. */
export type FoundResult = { result: DraftResult } | { ignored: string } | 'none'

/**
 * Finds the result during which a companion file was written: the output that a record names, else a result in the same
 * folder whose test or file has the same name.
 */
export function findResult(context: ImportContext, file: SourceFile): FoundResult {
  const [result, ...others] = preferWhole(findResults(context, file), (found) => found)
  if (result === undefined) {
    const output = unreadOutput(context, file)
    return output === null ? 'none' : { ignored: `${output}, which was recorded with it, holds no result` }
  }
  if (others.length === 0) return { result }
  return {
    ignored: `${result.location.path} has several results, so the one that it belongs to is unknown`,
  }
}

/**
 * Finds the result of a file whose name states no test: the only one whose output has the same name up to the first dot
 * in the same folder, else the only one in the folder.
 */
export function findNearestResult(context: ImportContext, file: SourceFile): FoundResult {
  const inFolder = context.runs
    .all()
    .flatMap((draft) => draft.results)
    .filter(({ location }) => folderOf(location.path) === folderOf(file.plainPath))
  const sameStem = inFolder.filter(({ location }) => file.name.startsWith(stemOf(nameIn(location.path))))
  const refused = refusedOutputs(context).find((path) => folderOf(path) === folderOf(file.plainPath))
  if (sameStem.length === 0 && refused !== undefined) return { ignored: ofRefused(refused) }
  const [result, ...others] = preferWhole(sameStem.length > 0 ? sameStem : inFolder, (found) => found)
  if (result === undefined) return 'none'
  if (others.length === 0) return { result }
  return {
    ignored: `its folder holds ${others.length + 1} results; begin its name with that of the output it belongs to`,
  }
}

/** The reason why a companion file is ignored that may have been written during a refused output. */
export const ofRefused = (path: string): string =>
  `${path} is refused, and this file may have been written during its test`

const stemOf = (name: string): string => name.split('.')[0] ?? name

/** The results next to a file; several when their output holds more than one. */
function findResults({ runs, recorded, decoder }: ImportContext, file: SourceFile): DraftResult[] {
  const results = runs.all().flatMap((draft) => draft.results)
  const output = recorded?.outputOf.get(file.plainPath)
  if (output !== undefined) return results.filter(({ location }) => plainPathOf(location.path) === output)
  const fields = file.named?.fields ?? {}
  const step = stepFromFields(fields)
  if (step === null) return []
  const inFolder = results.filter(({ location }) => folderOf(location.path) === folderOf(file.plainPath))
  const sameTest = inFolder.filter(({ test, clients }) => {
    return test.name === stepTest(step) && (fields.clients === undefined || clients === Number(fields.clients))
  })
  if (sameTest.length > 0) return sameTest
  return inFolder.filter(({ location }) =>
    isSameStep(decoder.file(nameIn(location.path), file.directory)?.fields ?? {}, fields),
  )
}

/** The output of a record whose name, without its ending, a file continues: `STEM.txt` and `STEM.pg_stat_io.before.csv`. */
export function recordedOutput(recorded: ImportContext['recorded'], { plainPath }: SourceFile): string | undefined {
  const outputs = [...(recorded?.steps.keys() ?? [])].filter((output) =>
    plainPath.startsWith(output.replace(/txt$/, '')),
  )
  return outputs.toSorted((a, b) => b.length - a.length)[0]
}

/** The path of an output that a record names for a file and that was not understood; null otherwise. */
function unreadOutput({ recorded, understood }: ImportContext, { plainPath }: SourceFile): string | null {
  const output = recorded?.outputOf.get(plainPath)
  return output === undefined || understood.some(({ path }) => plainPathOf(path) === output) ? null : output
}

const isSameStep = (a: Fields, b: Fields): boolean =>
  ['test', 'clients', 'phase', 'range'].every((field) => a[field] === b[field])

const nameIn = (path: string): string => plainPathOf(path).slice(plainPathOf(path).lastIndexOf('/') + 1)
