import { folderOf } from '../import/fields.ts'
import { type ImportContext, refusedOutputs, type SourceFile } from '../import/import-context.ts'
import type { RunDraft } from '../import/run-draft.ts'
import { preferWhole } from '../import/whole-test.ts'
import { addContent } from './add-content.ts'
import type { CompanionContent } from './companion-content.ts'
import { findNeighbors, type Neighbor, refusedNeighbor } from './find-neighbors.ts'
import { ofRefused, recordedOutput } from './find-result.ts'

/**
 * A companion file whose name no rule decodes. It is read when all runs are known, and the file of a sampler when its run
 * is built.
 */
export type NeighborFile = { file: SourceFile; read: () => CompanionContent | null; isSampler: boolean }

/**
 * Adds companion files to the only result of their folder that they fit. Where they fit several outputs, the import asks;
 * `_companion=ignore` leaves them out.
 */
export function joinNeighbors(runs: readonly RunDraft[], context: ImportContext): void {
  const resultsOf = resultsByFolder(runs)
  for (const { file, read, isSampler } of context.neighbors) {
    const recorded = recordedOutput(context.recorded, file)
    const fitting = findNeighbors(resultsOf(recorded ?? file.plainPath), file, recorded)
    const found = preferWhole(fitting, ({ result }) => result)
    const reason = reasonToIgnore(found, file, refusedNeighbor(refusedOutputs(context), file))
    if (reason !== null) context.ignored.push({ path: file.path, reason })
    else if (found.length === 1 && isSampler) addLater(found, file, read)
    else if (found.length === 1) addTo(found, file, { content: read(), context })
    else askForResult(context, file, found)
  }
}

/** Returns the results of the folder of a file, as they are when they are asked for. */
function resultsByFolder(runs: readonly RunDraft[]): (path: string) => Neighbor[] {
  const positions = runs.flatMap((draft) => draft.results.map(({ location }, at) => ({ draft, at, location })))
  const folders = Map.groupBy(positions, ({ location }) => folderOf(location.path))
  return (path) =>
    (folders.get(folderOf(path)) ?? []).flatMap(({ draft, at }) => {
      const result = draft.results[at]
      return result === undefined ? [] : [{ draft, result }]
    })
}

/** Notes a file of a sampler at its result. */
function addLater([neighbor]: readonly Neighbor[], { path }: SourceFile, read: NeighborFile['read']): void {
  if (neighbor === undefined) return
  const { draft, result: owner } = neighbor
  const noted = { ...owner, samplers: [...(owner.samplers ?? []), { path, read }] }
  draft.results = draft.results.map((result) => (result === owner ? noted : result))
  draft.paths.add(path)
}

function reasonToIgnore(
  found: readonly Neighbor[],
  { directory, corrected }: SourceFile,
  refused: string | null,
): string | null {
  if ({ ...directory.fields, ...corrected }._companion === 'ignore') return 'a person says so'
  if (refused !== null) return ofRefused(refused)
  const [first, ...others] = found
  if (first === undefined) return 'no result in its folder fits its name, so the test that it belongs to is unknown'
  const { path } = first.result.location
  const isOneOutput = others.every(({ result }) => result.location.path === path)
  return others.length > 0 && isOneOutput
    ? `${path} has several results, so the one that it belongs to is unknown`
    : null
}

function addTo(
  [neighbor]: readonly Neighbor[],
  { path }: SourceFile,
  { content, context }: { content: CompanionContent | null; context: ImportContext },
): void {
  if (neighbor === undefined || content === null) return
  const { draft, result: owner } = neighbor
  const changed = addContent(owner, content)
  if (!changed.ok) {
    context.problems.push({ file: path, message: changed.error })
    return
  }
  draft.results = draft.results.map((result) => (result === owner ? changed.value : result))
  draft.paths.add(path)
}

/** Asks for the coordinate in which the results differ: their test, else their clients, else their repeat. */
function askForResult({ questions }: ImportContext, { path }: SourceFile, found: readonly Neighbor[]): void {
  const distinct = (values: readonly string[]) => [...new Set(values)].sort()
  const tests = distinct(found.map(({ result }) => result.test.name))
  const clients = distinct(found.map(({ result }) => String(result.clients)))
  const [field, candidates] =
    tests.length > 1
      ? (['test', tests] as const)
      : clients.length > 1
        ? (['clients', clients] as const)
        : (['repeat', []] as const)
  const answers = [...candidates.map((value) => `${field}=${value}`), '_companion=ignore']
  questions.push({ field, file: path, runs: 1, files: [path], candidates, answers })
}
