import type { CompanionContent } from '../../../companion-files/companion-content.ts'
import type { Origins } from '../../../import/facts/origins.ts'
import type { Fields } from '../../../import/fields.ts'
import { perImport, type SourceFile } from '../../../import/import-context.ts'
import type { StepName } from '../../../import/step-name.ts'
import type { SourceLocation } from '../../../parse/source-location.ts'
import type { ParamValue } from '../../../run/upload-document.ts'
import type { SysbenchMetrics } from '../parse/sysbench-metrics.ts'
import type { SysbenchOutput } from '../parse/sysbench-output.ts'

/** The content of one file, or of one cell of a table, for one step. */
export type StepFragment = {
  location: SourceLocation
  step: StepName
  /** Number of clients; null when neither the file nor its name states it. */
  clients: number | null
  params: Readonly<Record<string, ParamValue>>
  content:
    | { kind: 'output'; output: SysbenchOutput }
    /** An output in which sysbench, or its exit status, reports a failure. */
    | { kind: 'failure'; reason: string; command: string | null }
    | { kind: 'step-metrics'; metrics: SysbenchMetrics }
    | Exclude<CompanionContent, { kind: 'settings' }>
    /** Published values, by metric name. */
    | { kind: 'published'; values: Readonly<Record<string, number>> }
    /** Values of one metric by number of clients, in test order. The numbers of clients are not stated. */
    | { kind: 'columns'; metric: string; values: readonly (number | null)[] }
}

/** All fragments of one server, which become one run. */
export type ServerFragments = {
  /** Directory of the data set. */
  dataset: string
  datasetName: string | null
  /** Name of the server's directory, column or row; null for files without a server directory. */
  server: string | null
  /** True when it has raw files, not only cells of tables. */
  isRaw: boolean
  fields: Fields
  /** The source of each of `fields`. */
  origins: Origins
  fragments: StepFragment[]
  settings: Readonly<Record<string, string>> | null
  /** Location of a server name that was not understood. */
  unknown: { location: SourceLocation; message: string } | null
  paths: Set<string>
}

/** The fragments of an import by server, and the tables to read after all other files. */
export class SysbenchFragments {
  readonly qpsTables: SourceFile[] = []
  readonly #servers = new Map<string, ServerFragments>()

  /** @param known.identity the fields that separate this server from others of the same name and data set. */
  server(
    known: Pick<ServerFragments, 'dataset' | 'datasetName' | 'server' | 'isRaw' | 'fields' | 'origins'> & {
      identity: Fields
    },
  ): ServerFragments {
    const { dataset, server, isRaw, identity, ...rest } = known
    const key = JSON.stringify([dataset, server, isRaw, Object.entries(identity).sort()])
    const found = this.#servers.get(key) ?? {
      dataset,
      server,
      isRaw,
      ...rest,
      fragments: [],
      settings: null,
      unknown: null,
      paths: new Set<string>(),
    }
    this.#servers.set(key, found)
    return found
  }

  /** All runs. Fragments of tables are joined with the raw files that the tables were made from. */
  runs(): ServerFragments[] {
    return joinTables([...this.#servers.values()])
  }
}

export const sysbenchFragments = perImport(() => new SysbenchFragments())

function joinTables(servers: readonly ServerFragments[]): ServerFragments[] {
  const inDataset = joinWhereOne(servers, (table) => {
    const raw = servers.filter((server) => server.isRaw && server.dataset === table.dataset)
    const sameName = ofSameRepeat(
      raw.filter(({ server }) => server === table.server),
      table.fields.repeat,
    )
    // Raw files of `fbmy80` belong to the column `x.fbmy80.x6a.pk1`.
    return sameName.length > 0 ? sameName : raw.filter(({ fields }) => agrees(fields, table.fields))
  })
  // A table of vmstat metrics may be in the parent directory of its data set.
  return joinWhereOne(inDataset, (table) =>
    inDataset.filter(({ dataset, server }) => server === table.server && isBelow(dataset, table.dataset)),
  )
}

/**
 * Joins the fragments of each table with the one server that matches. Without a match, or with several, they stay
 * separate.
 */
function joinWhereOne(
  servers: readonly ServerFragments[],
  findTargets: (table: ServerFragments) => readonly ServerFragments[],
): ServerFragments[] {
  return servers.filter((server) => {
    const [target, ...others] = server.isRaw ? [] : findTargets(server)
    if (target === undefined || others.length > 0) return true
    join(target, server)
    return false
  })
}

/**
 * The runs with the repeat of a table. A table without a repeat belongs to files without one, if there are any;
 * otherwise all qualify.
 */
function ofSameRepeat(raw: readonly ServerFragments[], repeat: string | undefined): readonly ServerFragments[] {
  if (repeat !== undefined) return raw.filter(({ fields }) => (fields.repeat ?? '1') === repeat)
  const unnumbered = raw.filter(({ fields }) => fields.repeat === undefined)
  return unnumbered.length > 0 ? unnumbered : raw
}

const isBelow = (path: string, directory: string): boolean =>
  path !== directory && path.startsWith(directory === '' ? '' : `${directory}/`)

/** True for the same product and version, when no other field differs. */
function agrees(raw: Fields, table: Fields): boolean {
  if (raw.product === undefined || raw.product !== table.product || raw.version !== table.version) return false
  return ['build', 'config', 'repeat'].every(
    (field) => raw[field] === undefined || table[field] === undefined || raw[field] === table[field],
  )
}

function join(target: ServerFragments, table: ServerFragments): void {
  target.fields = { ...table.fields, ...target.fields }
  target.origins = { ...table.origins, ...target.origins }
  target.fragments.push(...table.fragments)
  for (const path of table.paths) target.paths.add(path)
}
