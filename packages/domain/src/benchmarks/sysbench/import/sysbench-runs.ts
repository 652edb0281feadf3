import { chooseDevice } from '../../../companion-files/iostat/choose-device.ts'
import type { Origin, Origins } from '../../../import/facts/origins.ts'
import type { Fields } from '../../../import/fields.ts'
import type { ImportContext } from '../../../import/import-context.ts'
import type { BenchmarkRule } from '../../../import/profile/profile.ts'
import { newRunDraft, type RunDraft } from '../../../import/run-draft.ts'
import { describeTest } from '../../../import/test-catalog.ts'
import type { Problem } from '../../../parse/problem.ts'
import { scriptOfMix } from '../parse/script-of-mix.ts'
import { addQpsTables } from './read-qps-tables.ts'
import { addCompanion } from './read-sysbench-files.ts'
import { type ServerFragments, type StepFragment, sysbenchFragments } from './sysbench-fragments.ts'
import { groupSteps, measuredClients, only } from './sysbench-steps.ts'
import { stepValues } from './sysbench-values.ts'

/**
 * Builds the runs of sysbench, one per server of a data set, after its outputs, companion files and tables were read.
 */
export function sysbenchRuns(context: ImportContext): RunDraft[] {
  for (const { file, content } of context.unclaimed) addCompanion(context, file, content)
  const rule = context.profile.benchmarks.sysbench
  if (rule === undefined) return []
  addQpsTables(context, sysbenchFragments(context).qpsTables, rule)
  const servers = sysbenchFragments(context).runs()
  const clientsOf = clientsByDataset(servers)
  const sizeOf = sizesByDataset(servers)
  return servers
    .filter(({ fragments }) => fragments.some(({ content }) => content.kind !== 'values'))
    .map((server) => {
      const clients = { stated: context.overrides.clients, ofDataset: clientsOf.get(server.dataset) ?? null }
      const size = sizeOf.get(server.dataset) ?? { fields: {}, origins: {} }
      const run = runOf(server, { rule, clients, size, params: context.overrides.params ?? {} })
      // Outputs with many intervals need much memory, and the run has all that is stored of them.
      server.fragments.splice(0)
      return run
    })
}

type RunContext = {
  rule: BenchmarkRule
  clients: Parameters<typeof groupSteps>[2]
  /** Tables and rows of the other runs of the data set. */
  size: Pick<RunDraft, 'fields' | 'origins'>
  /** Parameters that the user stated. They override those of names. */
  params: RunDraft['results'][number]['params']
}

function runOf(server: ServerFragments, { rule, clients, size, params }: RunContext): RunDraft {
  const { dataset, datasetName, paths, fragments } = server
  const folder = [dataset, server.server ?? ''].filter((name) => name !== '').join('/')
  const sourceName = folder || ([...paths][0] ?? '')
  const { steps, problems } = groupSteps(server, rule, clients)
  const own = sizeOfCommands(server)
  const notes: string[] = []
  problems.push(...unclearDevice(server, sourceName))
  const results = steps.map((step) => {
    const { failure, ...found } = stepValues(step, server.server)
    problems.push(...found.problems)
    notes.push(...found.notes.map((note) => `${step.test}, clients ${step.clients}: ${note}`))
    const [first] = step.fragments
    const likely = only(new Set(step.fragments.flatMap(likelyTests)))
    return {
      ...found,
      test: describeTest(step.step, rule),
      clients: step.clients,
      params: { ...step.params, ...params },
      location: first?.location ?? { path: sourceName },
      ...(failure === null ? {} : { failure }),
      ...(likely === null ? {} : { likelyTest: likely }),
    }
  })
  return {
    ...newRunDraft({ benchmark: 'sysbench', dataset, datasetName }),
    sourceName,
    // Parameters are stored with the steps, because the files of one server may be in several folders.
    fields: withoutParams({ ...size.fields, ...server.fields, ...own.fields }),
    origins: { ...size.origins, ...server.origins, ...own.origins },
    clientVersion: clientVersionOf(fragments),
    settings: server.settings,
    results,
    paths,
    notes,
    problems,
    unknown: server.unknown,
  }
}

/** The test of an output that does not state its script. */
const likelyTests = ({ content }: StepFragment): string[] =>
  content.kind === 'output' && content.output.script === null ? [scriptOfMix(content.output) ?? []].flat() : []

const withoutParams = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => !field.startsWith('params.')))

/** A problem when iostat lists several devices and the device of the database is unknown. */
function unclearDevice({ fragments, fields }: ServerFragments, file: string): Problem[] {
  const reports = fragments.flatMap(({ content }) => (content.kind === 'iostat' ? [content.iostat] : []))
  if (reports.length === 0 || chooseDevice(reports, fields.device) !== null) return []
  const devices = [...new Set(reports.flatMap((report) => Object.keys(report.devices)))].join(', ')
  const message = `which device holds the database is not clear: iostat lists ${devices}; name it as \`device\` in the profile`
  return [{ file, message }]
}

/** Tables and rows per table from the commands. Some tests use a smaller table, so the largest is used. */
function sizeOfCommands({ fragments }: ServerFragments): Pick<RunDraft, 'fields' | 'origins'> {
  const outputs = fragments.flatMap(({ content, location }) =>
    content.kind === 'output' ? [{ options: content.output.options, location }] : [],
  )
  const largest = (option: string) =>
    Math.max(0, ...outputs.map(({ options }) => Number(options[option] ?? 0)).filter(Number.isSafeInteger))
  const counts = Object.entries({ tables: largest('tables'), rows: largest('table-size') })
  const stated = counts.filter(([, count]) => count > 0)
  const origin: Origin = { source: 'output', from: outputs[0]?.location.path ?? '' }
  return {
    fields: Object.fromEntries(stated.map(([field, count]) => [field, String(count)])),
    origins: Object.fromEntries(stated.map(([field]) => [field, origin])),
  }
}

/** Client version such as `sysbench 1.1.0-3ceba0b`; several when the version changed during the run. */
function clientVersionOf(fragments: readonly StepFragment[]): string | null {
  const versions = fragments.flatMap(({ content }) =>
    content.kind === 'output' && content.output.version !== null ? [content.output.version] : [],
  )
  const distinct = [...new Set(versions)].sort()
  return distinct.length === 0 ? null : `sysbench ${distinct.join(', ')}`.slice(0, 200)
}

/** The number of clients of each data set, where all of its runs have the same. */
function clientsByDataset(servers: readonly ServerFragments[]): Map<string, number | null> {
  const clients = new Map<string, Set<number>>()
  for (const server of servers) {
    const found = clients.get(server.dataset) ?? []
    clients.set(server.dataset, new Set([...found, ...measuredClients(server)]))
  }
  return new Map([...clients].map(([dataset, found]) => [dataset, only(found)]))
}

/**
 * Tables and rows of each data set, where its runs with output agree. A run with only a summary gets those of the other
 * runs in its set.
 */
function sizesByDataset(servers: readonly ServerFragments[]): Map<string, Pick<RunDraft, 'fields' | 'origins'>> {
  const sizes = new Map<string, Map<string, Pick<RunDraft, 'fields' | 'origins'>>>()
  for (const server of servers) {
    const own = sizeOfCommands(server)
    const { tables, rows } = { ...server.fields, ...own.fields }
    if (tables === undefined || rows === undefined) continue
    const found = sizes.get(server.dataset) ?? new Map()
    const known = { fields: { tables, rows }, origins: pick({ ...server.origins, ...own.origins }, ['tables', 'rows']) }
    sizes.set(server.dataset, found.set(`${tables} ${rows}`, known))
  }
  return new Map(
    [...sizes].flatMap(([dataset, [one, ...others]]) =>
      one === undefined || others.length > 0 ? [] : [[dataset, one[1]]],
    ),
  )
}

const pick = (origins: Origins, fields: readonly string[]): Origins =>
  Object.fromEntries(Object.entries(origins).filter(([field]) => fields.includes(field)))
