import { chooseDevice } from '../../../companion-files/iostat/choose-device.ts'
import { buildDocument, type NamedResult } from '../../../import/build-document.ts'
import { type BuiltRun, lacking } from '../../../import/built-run.ts'
import type { Fields } from '../../../import/fields.ts'
import type { Recorded } from '../../../import/import-context.ts'
import type { ImportOverrides } from '../../../import/overrides.ts'
import type { BenchmarkRule, ImportProfile } from '../../../import/profile.ts'
import { resolveFacts } from '../../../import/run-facts.ts'
import { describeTest } from '../../../import/test-catalogue.ts'
import type { Problem } from '../../../parse/problem.ts'
import type { UploadDocument } from '../../../run/upload-document.ts'
import type { StepFragment, SysbenchDraft } from './sysbench-draft.ts'
import { groupSteps } from './sysbench-steps.ts'
import { type Machine, stepValues } from './sysbench-values.ts'

export type DraftContext = { profile: ImportProfile; rule: BenchmarkRule; overrides: ImportOverrides }

export type SysbenchContext = DraftContext & {
  clientsOfDataset: number | null
  /** Tables and rows that all runs of the data set that state them agree on; one set of results is one workload. */
  sizeOfDataset: Fields
  recorded: Recorded | null
}

/** The document of one run of sysbench; null when a required fact is not known or nothing was measured. */
export function sysbenchDocument(
  draft: SysbenchDraft,
  { profile, rule, overrides, clientsOfDataset, sizeOfDataset, recorded }: SysbenchContext,
): BuiltRun {
  const sourceName =
    [draft.dataset, draft.server ?? ''].filter((part) => part !== '').join('/') || ([...draft.paths][0] ?? '')
  const fields = { ...sizeOfDataset, ...draft.fields, ...sizeFields(draft) }
  const resolved = resolveFacts(fields, { profile, benchmark: 'sysbench', overrides, datasetName: draft.datasetName })
  if (resolved.facts === null) {
    const { location, message } = draft.unknown ?? { location: { path: sourceName }, message: null }
    return lacking(resolved.missing, { ...location, message })
  }

  const { steps, problems } = groupSteps(draft, rule, { stated: overrides.clients, ofDataset: clientsOfDataset })
  const machine = { ...machineOf(draft, problems, sourceName), recorded }
  const results: NamedResult[] = []
  const notes: string[] = []
  for (const step of steps) {
    const { values, samples, command, profiles, failure, ...found } = stepValues(step, draft.server, machine)
    problems.push(...found.problems)
    notes.push(...found.notes.map((note) => `${step.test}, clients ${step.clients}: ${note}`))
    const test = describeTest(step.step, rule)
    results.push({
      test,
      clients: step.clients,
      params: { ...step.params, ...overrides.params },
      values,
      samples,
      command,
      profiles,
      ...(failure === null ? {} : { failure }),
    })
  }
  const { facts } = resolved
  const config = draft.settings === null ? facts.config : withSettings(facts.config, draft.settings)
  const built = buildDocument({
    facts: { ...facts, config },
    benchmark: 'sysbench',
    clientVersion: clientVersionOf(draft.fragments),
    sourceName,
    results,
    notes,
  })
  // Steps that none could be placed are said already; that nothing is left then needs no words of its own.
  return {
    document: built.document,
    problems: problems.length > 0 && results.length === 0 ? problems : [...problems, ...built.problems],
  }
}

/** Adds settings from the config rules of the profile; settings from a file win. */
function withSettings(
  config: UploadDocument['config'],
  settings: Readonly<Record<string, string>>,
): UploadDocument['config'] {
  return { ...config, settings: { ...settings, ...config.settings } }
}

/** Tables and rows per table as the commands state them; some tests use a smaller table, so the largest counts. */
export function sizeFields({ fragments }: SysbenchDraft): Fields {
  const options = fragments.flatMap(({ content }) => (content.kind === 'output' ? [content.output.options] : []))
  const largest = (name: string) =>
    Math.max(0, ...options.map((option) => Number(option[name] ?? 0)).filter(Number.isSafeInteger))
  const [tables, rows] = [largest('tables'), largest('table-size')]
  return { ...(tables > 0 ? { tables: String(tables) } : {}), ...(rows > 0 ? { rows: String(rows) } : {}) }
}

function machineOf({ fragments, fields }: SysbenchDraft, problems: Problem[], file: string): Omit<Machine, 'recorded'> {
  const reports = fragments.flatMap(({ content }) => (content.kind === 'iostat' ? [content.iostat] : []))
  const stated = fragments.flatMap(({ content }) =>
    content.kind === 'output' && content.output.cpus !== null ? [content.output.cpus] : [],
  )
  // iostat counts processors that are switched off too (96 on 48 cores), so what sysbench's script printed comes first.
  const cpus = stated[0] ?? reports.find((report) => report.cpus !== null)?.cpus ?? null
  if (reports.length === 0) return { device: null, cpus }
  const chosen = chooseDevice(reports, fields.device)
  if (chosen === null) {
    const devices = [...new Set(reports.flatMap((report) => Object.keys(report.devices)))].join(', ')
    problems.push({
      file,
      message: `which device holds the database is not clear: iostat lists ${devices}; name it as \`device\` in the profile`,
    })
  }
  return { device: chosen?.device ?? null, cpus }
}

/** `sysbench 1.1.0-3ceba0b`; several when the run changed it midway. */
function clientVersionOf(fragments: readonly StepFragment[]): string | null {
  const versions = fragments.flatMap(({ content }) =>
    content.kind === 'output' && content.output.version !== null ? [content.output.version] : [],
  )
  const distinct = [...new Set(versions)].sort()
  return distinct.length === 0 ? null : `sysbench ${distinct.join(', ')}`.slice(0, 200)
}
