import { addCompanionFile, sysbenchDraftOf } from '../benchmarks/sysbench/import/read-sysbench-files.ts'
import type { ImportContext, SourceFile } from '../import/import-context.ts'
import { draftOf, findOwners } from './companion-measurements.ts'

/** Gives values to the result that a file was written beside, else to the step of sysbench that its name says. */
export function addCompanionValues(
  context: ImportContext,
  file: SourceFile,
  values: Readonly<Record<string, number>>,
): void {
  const drafts = context.results.all()
  const [owner, ...others] = findOwners(context, drafts, file)
  const draft = owner === undefined ? undefined : draftOf(drafts, owner)
  if (owner === undefined || draft === undefined) {
    addCompanionFile(context, file, { kind: 'beside', values })
  } else if (others.length > 0) {
    const reason = `${owner.location.path} holds several results, and which of them it was written beside is not said`
    context.ignored.push({ path: file.path, reason })
  } else {
    draft.results = draft.results.map((result) =>
      result === owner ? { ...result, values: { ...values, ...result.values } } : result,
    )
    draft.paths.add(file.path)
  }
}

/** Gives settings to the runs whose files all lie in the directory of the file or below it. */
export function addCompanionSettings(
  context: ImportContext,
  file: SourceFile,
  settings: Readonly<Record<string, string>>,
): void {
  const directory = file.plainPath.slice(0, file.plainPath.lastIndexOf('/') + 1)
  const ofSysbench = sysbenchDraftOf(context, file)
  const below = context.results.all().filter(({ paths }) => [...paths].every((path) => path.startsWith(directory)))
  for (const draft of [...below, ofSysbench]) {
    draft.settings = { ...draft.settings, ...settings }
    draft.paths.add(file.path)
  }
}
