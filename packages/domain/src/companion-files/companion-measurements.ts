import { readSysbenchFile } from '../benchmarks/sysbench/import/read-sysbench-files.ts'
import type { Fields } from '../import/fields.ts'
import { type ImportContext, type Recorded, type SourceFile, take } from '../import/import-context.ts'
import type { DraftResult, RunDraft } from '../import/run-draft.ts'
import { stepFromFields, stepTest } from '../import/step-name.ts'
import { throughputOf } from '../import/throughput-of.ts'
import type { UploadSamples } from '../run/upload-document.ts'
import { companionSamples, sampleTimes } from './companion-samples.ts'
import { chooseDevice } from './iostat/choose-device.ts'
import { parseIostat } from './iostat/iostat.ts'
import { type CompanionOutput, measuredWindow } from './measured-window.ts'
import { normalisedMetrics } from './normalised-metrics.ts'
import { parseVmstat } from './vmstat/vmstat.ts'

/** Output of vmstat or iostat, which means something only with the test that it was taken during. */
export type CompanionFile = { file: SourceFile; kind: 'vmstat' | 'iostat' }

/**
 * Gives vmstat and iostat to the results that they were taken during: those of the output that a record names, else
 * those of the same folder whose test, or whose file, is called alike. What belongs to none of them is a matter of
 * sysbench, whose steps may be known by the names of such files alone.
 */
export function readCompanionMeasurements(context: ImportContext, files: readonly CompanionFile[]): void {
  const drafts = context.results.all()
  for (const draft of drafts) tellRecorded(draft, context.recorded)
  const found = new Map<DraftResult, CompanionOutput>()
  for (const { file, kind } of files) {
    const owners = findOwners(context, drafts, file)
    const [owner, ...others] = owners
    const unread = owner === undefined ? unreadOutput(context, file) : null
    if (unread !== null) {
      context.ignored.push({ path: file.path, reason: `${unread}, which it stands beside, holds no result` })
    } else if (owner === undefined) readSysbenchFile(context, file, kind)
    else if (others.length > 0) {
      const reason = `${owner.location.path} holds several results, and which of them it was taken during is not said`
      context.ignored.push({ path: file.path, reason })
    } else {
      const before = found.get(owner) ?? { vmstat: null, iostat: null }
      const { path, text } = file
      if (kind === 'vmstat') before.vmstat ??= take(context, file, kind, parseVmstat(text, path))
      else before.iostat ??= take(context, file, kind, parseIostat(text, path))
      found.set(owner, before)
      draftOf(drafts, owner)?.paths.add(path)
    }
  }
  for (const draft of drafts) addMeasurements(draft, found, context.recorded)
}

/** The command, and the name that a person gave the test, where the output says less. */
function tellRecorded(draft: RunDraft, recorded: Recorded | null): void {
  if (recorded === null) return
  draft.results = draft.results.map((result) => {
    const step = recorded.steps.get(plain(result.location.path))
    if (step === undefined) return result
    const { testName } = step
    const isOnly =
      new Set(draft.results.filter(({ location }) => location.path === result.location.path).map(nameOf)).size === 1
    const named = testName !== null && isOnly ? { ...result.test, name: testName } : result.test
    const failure = result.failure ?? step.failure
    return {
      ...result,
      test: named,
      command: result.command ?? step.command,
      ...(failure === null ? {} : { failure }),
    }
  })
}

const nameOf = ({ test }: DraftResult): string => test.name

/** The results that a file stands beside; several when their output holds more than one. */
export function findOwners(context: ImportContext, drafts: readonly RunDraft[], file: SourceFile): DraftResult[] {
  const results = drafts.flatMap((draft) => draft.results)
  const output = context.recorded?.outputOf.get(file.plainPath)
  if (output !== undefined) return results.filter(({ location }) => plain(location.path) === output)
  const fields = file.named?.fields ?? {}
  const step = stepFromFields(fields)
  if (step === null) return []
  const beside = results.filter(({ location }) => folderOf(location.path) === folderOf(file.plainPath))
  const sameTest = beside.filter(({ test, clients }) => {
    return test.name === stepTest(step) && (fields.clients === undefined || clients === Number(fields.clients))
  })
  if (sameTest.length > 0) return sameTest
  return beside.filter(({ location }) => isSameStep(context.decoder.file(nameIn(location.path))?.fields ?? {}, fields))
}

/** The output that a record names beside a file, where nothing was understood of it; null otherwise. */
function unreadOutput({ recorded, understood }: ImportContext, { plainPath }: SourceFile): string | null {
  const output = recorded?.outputOf.get(plainPath)
  return output === undefined || understood.some(({ path }) => plain(path) === output) ? null : output
}

const isSameStep = (a: Fields, b: Fields): boolean =>
  ['test', 'clients', 'phase', 'range'].every((field) => a[field] === b[field])

const plain = (path: string): string =>
  path
    .replaceAll('\\', '/')
    .replace(/^(\.?\/)+/, '')
    .replace(/\.gz$/, '')
const folderOf = (path: string): string => plain(path).slice(0, Math.max(0, plain(path).lastIndexOf('/')))
const nameIn = (path: string): string => plain(path).slice(plain(path).lastIndexOf('/') + 1)

export const draftOf = (drafts: readonly RunDraft[], result: DraftResult): RunDraft | undefined =>
  drafts.find(({ results }) => results.includes(result))

/** The averages of each result, and its samples; what a benchmark printed itself of the same name wins. */
function addMeasurements(
  draft: RunDraft,
  found: ReadonlyMap<DraftResult, CompanionOutput>,
  recorded: Recorded | null,
): void {
  const measured = draft.results.flatMap((result) => found.get(result) ?? [])
  if (measured.length === 0) return
  const reports = measured.flatMap(({ iostat }) => iostat ?? [])
  const device = chooseDevice(reports, draft.fields.device)?.device ?? null
  const cpus = recorded?.cpus ?? reports.find((report) => report.cpus !== null)?.cpus ?? null
  draft.results = draft.results.map((result) => {
    const side = found.get(result)
    if (side === undefined) return result
    const { values, samples } = companionValues(
      { ...side, device, cpus },
      { operationsPerSecond: throughputOf(result), elapsedSeconds: result.values.elapsed_s, recorded },
    )
    const known = new Set((result.samples ?? []).map(({ metric }) => metric))
    return {
      ...result,
      values: { ...values, ...result.values },
      samples: [...(result.samples ?? []), ...samples.filter(({ metric }) => !known.has(metric))],
    }
  })
}

/** Metrics and samples of one test; of a recording that went on until the end only the measured part counts. */
export function companionValues(
  { vmstat, iostat, ...machine }: CompanionOutput & { device: string | null; cpus: number | null },
  {
    operationsPerSecond,
    elapsedSeconds,
    recorded,
  }: { operationsPerSecond: number | null; elapsedSeconds: number | undefined; recorded: Recorded | null },
): { values: Record<string, number>; samples: UploadSamples[] } {
  const known = { sampleSeconds: recorded?.sampleSeconds, elapsedSeconds }
  const cut = measuredWindow({ vmstat, iostat }, known)
  return {
    values: normalisedMetrics({ ...cut, ...machine, operationsPerSecond }),
    samples: companionSamples({ ...cut, device: machine.device }, (count) => sampleTimes(count, known)),
  }
}
