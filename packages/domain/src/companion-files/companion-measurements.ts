import { readSysbenchFile } from '../benchmarks/sysbench/import/read-sysbench-files.ts'
import type { Fields } from '../import/fields.ts'
import { type PlacedFile, type Reading, type Recorded, take } from '../import/import-context.ts'
import type { DraftResult, ResultDraft } from '../import/run-draft.ts'
import { stepFromFields, stepTest } from '../import/step-name.ts'
import { throughputOf } from '../import/throughput-of.ts'
import type { UploadSamples } from '../run/upload-document.ts'
import { sampleTimes, sideSamples } from './companion-samples.ts'
import { chooseDevice } from './iostat/choose-device.ts'
import { parseIostat } from './iostat/iostat.ts'
import { measuredPart, type SideOutput } from './measured-window.ts'
import { normalisedMetrics } from './normalised-metrics.ts'
import { parseVmstat } from './vmstat/vmstat.ts'

/** Output of vmstat or iostat, which means something only with the test that it was taken during. */
export type SideFile = { file: PlacedFile; kind: 'vmstat' | 'iostat' }

/**
 * Gives vmstat and iostat to the results that they were taken during: those of the output that a record names, else
 * those of the same folder whose test, or whose file, is called alike. What belongs to none of them is a matter of
 * sysbench, whose steps may be known by the names of such files alone.
 */
export function readSideMeasurements(reading: Reading, files: readonly SideFile[]): void {
  const drafts = reading.results.all()
  for (const draft of drafts) tellRecorded(draft, reading.recorded)
  const found = new Map<DraftResult, SideOutput>()
  for (const { file, kind } of files) {
    const owners = findOwners(reading, drafts, file)
    const [owner, ...others] = owners
    const unread = owner === undefined ? unreadOutput(reading, file) : null
    if (unread !== null) {
      reading.ignored.push({ path: file.path, reason: `${unread}, which it stands beside, holds no result` })
    } else if (owner === undefined) readSysbenchFile(reading, file, kind)
    else if (others.length > 0) {
      const reason = `${owner.place.path} holds several results, and which of them it was taken during is not said`
      reading.ignored.push({ path: file.path, reason })
    } else {
      const before = found.get(owner) ?? { vmstat: null, iostat: null }
      const { path, text } = file
      if (kind === 'vmstat') before.vmstat ??= take(reading, file, kind, parseVmstat(text, path))
      else before.iostat ??= take(reading, file, kind, parseIostat(text, path))
      found.set(owner, before)
      draftOf(drafts, owner)?.paths.add(path)
    }
  }
  for (const draft of drafts) addMeasurements(draft, found, reading.recorded)
}

/** The command, and the name that a person gave the test, where the output says less. */
function tellRecorded(draft: ResultDraft, recorded: Recorded | null): void {
  if (recorded === null) return
  draft.results = draft.results.map((result) => {
    const step = recorded.steps.get(plain(result.place.path))
    if (step === undefined) return result
    const { testName } = step
    const isOnly = new Set(draft.results.filter(({ place }) => place.path === result.place.path).map(nameOf)).size === 1
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
export function findOwners(reading: Reading, drafts: readonly ResultDraft[], file: PlacedFile): DraftResult[] {
  const results = drafts.flatMap((draft) => draft.results)
  const output = reading.recorded?.outputOf.get(file.plainPath)
  if (output !== undefined) return results.filter(({ place }) => plain(place.path) === output)
  const fields = file.named?.fields ?? {}
  const step = stepFromFields(fields)
  if (step === null) return []
  const beside = results.filter(({ place }) => folderOf(place.path) === folderOf(file.plainPath))
  const sameTest = beside.filter(({ test, clients }) => {
    return test.name === stepTest(step) && (fields.clients === undefined || clients === Number(fields.clients))
  })
  if (sameTest.length > 0) return sameTest
  return beside.filter(({ place }) => isSameStep(reading.decoder.file(nameIn(place.path))?.fields ?? {}, fields))
}

/** The output that a record names beside a file, where nothing was understood of it; null otherwise. */
function unreadOutput({ recorded, understood }: Reading, { plainPath }: PlacedFile): string | null {
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

export const draftOf = (drafts: readonly ResultDraft[], result: DraftResult): ResultDraft | undefined =>
  drafts.find(({ results }) => results.includes(result))

/** The averages of each result, and its samples; what a benchmark printed itself of the same name wins. */
function addMeasurements(
  draft: ResultDraft,
  found: ReadonlyMap<DraftResult, SideOutput>,
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
    const { values, samples } = sideValues(
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
export function sideValues(
  { vmstat, iostat, ...machine }: SideOutput & { device: string | null; cpus: number | null },
  {
    operationsPerSecond,
    elapsedSeconds,
    recorded,
  }: { operationsPerSecond: number | null; elapsedSeconds: number | undefined; recorded: Recorded | null },
): { values: Record<string, number>; samples: UploadSamples[] } {
  const known = { sampleSeconds: recorded?.sampleSeconds, elapsedSeconds }
  const cut = measuredPart({ vmstat, iostat }, known)
  return {
    values: normalisedMetrics({ ...cut, ...machine, operationsPerSecond }),
    samples: sideSamples({ ...cut, device: machine.device }, (count) => sampleTimes(count, known)),
  }
}
