import type { Iostat } from '../../../companion-files/iostat/iostat.ts'
import type { PerfCounts, ProfileOfResult } from '../../../companion-files/perf/perf-values.ts'
import type { Vmstat } from '../../../companion-files/vmstat/vmstat.ts'
import type { Fields } from '../../../import/fields.ts'
import type { StepName } from '../../../import/step-name.ts'
import type { ParamValue } from '../../../run/upload-document.ts'
import type { SysbenchMetrics } from '../parse/sysbench-metrics.ts'
import type { SysbenchOutput } from '../parse/sysbench-output.ts'

/** Where something was read: the first thing that a message about it says. */
export type SourceLocation = { path: string; line?: number }

/** The content of one file, or of one cell of a table, for one step. */
export type StepFragment = {
  location: SourceLocation
  step: StepName
  /** Null when neither the file nor its name says. */
  clients: number | null
  params: Readonly<Record<string, ParamValue>>
  content:
    | { kind: 'output'; output: SysbenchOutput }
    /** An output in which sysbench, or its exit status, reports a failure. */
    | { kind: 'failure'; reason: string; command: string | null }
    | { kind: 'vmstat'; vmstat: Vmstat }
    | { kind: 'iostat'; iostat: Iostat }
    | { kind: 'step-metrics'; metrics: SysbenchMetrics }
    | { kind: 'perf'; perf: PerfCounts }
    | { kind: 'profiles'; profiles: readonly ProfileOfResult[] }
    /** Values of tables, by metric name. */
    | { kind: 'published'; values: Readonly<Record<string, number>> }
    /** Values of files that mean nothing without the step: the CPU time of its client. */
    | { kind: 'beside'; values: Readonly<Record<string, number>> }
    /** Values of one metric by number of clients, in the order in which these were tested; which they were is not said. */
    | { kind: 'columns'; metric: string; values: readonly (number | null)[] }
}

/** One run of sysbench in the making: everything that the files say of one server, as far as it is read. */
export type SysbenchDraft = {
  /** Directory of the data set. */
  dataset: string
  datasetName: string | null
  /** Name of the server's directory, column or row; null for files of which no directory names a server. */
  server: string | null
  /** True when it has files of its own, not only cells of tables. */
  isRaw: boolean
  fields: Fields
  fragments: StepFragment[]
  settings: Readonly<Record<string, string>> | null
  /** Where the server is named in a way that was not understood. */
  unknown: { location: SourceLocation; message: string } | null
  paths: Set<string>
}

/** Drafts by identity, made when first asked for. */
export class SysbenchDrafts {
  readonly #drafts = new Map<string, SysbenchDraft>()

  get(
    identity: Pick<SysbenchDraft, 'dataset' | 'datasetName' | 'server' | 'isRaw' | 'fields'> & { apart: Fields },
  ): SysbenchDraft {
    const { dataset, server, isRaw, apart, ...rest } = identity
    const key = JSON.stringify([dataset, server, isRaw, Object.entries(apart).sort()])
    const draft = this.#drafts.get(key) ?? {
      dataset,
      server,
      isRaw,
      ...rest,
      fragments: [],
      settings: null,
      unknown: null,
      paths: new Set<string>(),
    }
    this.#drafts.set(key, draft)
    return draft
  }

  /** Each run once: drafts of tables join those of the files they were made from. */
  unified(): SysbenchDraft[] {
    return unifyDrafts([...this.#drafts.values()])
  }
}

function unifyDrafts(drafts: readonly SysbenchDraft[]): SysbenchDraft[] {
  const beside = joinWhereOne(drafts, (table) => {
    const raw = drafts.filter((draft) => draft.isRaw && draft.dataset === table.dataset)
    const sameName = ofSameRepeat(
      raw.filter(({ server }) => server === table.server),
      table.fields.repeat,
    )
    // Raw files of `fbmy80` are those of the column `x.fbmy80.x6a.pk1`.
    return sameName.length > 0 ? sameName : raw.filter((draft) => agrees(draft.fields, table.fields))
  })
  // A table of vmstat metrics may stand one directory above the data set that it is about.
  return joinWhereOne(beside, (table) =>
    beside.filter(({ dataset, server }) => server === table.server && isBelow(dataset, table.dataset)),
  )
}

/** Each draft of tables joins the one draft that it belongs to; where none or several could be meant, it stays. */
function joinWhereOne(
  drafts: readonly SysbenchDraft[],
  findTargets: (table: SysbenchDraft) => readonly SysbenchDraft[],
): SysbenchDraft[] {
  return drafts.filter((draft) => {
    const [target, ...others] = draft.isRaw ? [] : findTargets(draft)
    if (target === undefined || others.length > 0) return true
    join(target, draft)
    return false
  })
}

/** A table that names no repeat is of the files that name none either, where there are such; a second run is of `v2`. */
function ofSameRepeat(raw: readonly SysbenchDraft[], repeat: string | undefined): readonly SysbenchDraft[] {
  if (repeat !== undefined) return raw.filter(({ fields }) => (fields.repeat ?? '1') === repeat)
  const unnumbered = raw.filter(({ fields }) => fields.repeat === undefined)
  return unnumbered.length > 0 ? unnumbered : raw
}

const isBelow = (path: string, directory: string): boolean =>
  path !== directory && path.startsWith(directory === '' ? '' : `${directory}/`)

/** Same product and version, and nothing said twice differently. */
function agrees(raw: Fields, table: Fields): boolean {
  if (raw.product === undefined || raw.product !== table.product || raw.version !== table.version) return false
  return ['build', 'config', 'repeat'].every(
    (field) => raw[field] === undefined || table[field] === undefined || raw[field] === table[field],
  )
}

function join(target: SysbenchDraft, draft: SysbenchDraft): void {
  target.fields = { ...draft.fields, ...target.fields }
  target.fragments.push(...draft.fragments)
  for (const path of draft.paths) target.paths.add(path)
}
