import { createReadStream, createWriteStream } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { projectSegment } from '@assay/domain/projects/project-key'
import type { Command } from 'commander'
import { z } from 'zod'
import type { CommandIo } from '../command-io.ts'
import { readEnvironment } from '../environment.ts'
import { EXIT, type ExitCode } from '../exit-code.ts'
import { findToken } from '../server/find-token.ts'
import { at, type Connection, request, unreachableReason } from '../server/http-request.ts'
import { Stop, stopOfSystemError } from '../stop.ts'
import { requireProject } from './require-project.ts'
import { projectOption } from './shared-options.ts'

type ExportFlags = { project?: string; full?: boolean }

const PAGE = 20_000
const Page = z.looseObject({
  values: z.array(z.looseObject({ run_id: z.string() })),
  nextCursor: z.string().nullable(),
  horizon: z.string(),
  changedRuns: z.array(z.string()).nullable(),
})
const Problem = z.looseObject({ detail: z.string() })
/** The state of an export, stored next to its file: the next export continues from its horizon. */
const State = z.object({ assayExport: z.literal(1), server: z.string(), project: z.string(), horizon: z.string() })
type State = z.infer<typeof State>

/** Adds `assay export-results FILE`: every value that the token can read, which later calls bring up to date. */
export function addExportResultsCommand(program: Command, io: CommandIo, done: (code: ExitCode) => void): void {
  program
    .command('export-results')
    .argument('<file>', 'a file such as results.ndjson.gz; an existing export is brought up to date')
    .description(
      'write every value of a project as NDJSON, which DuckDB, pandas and R read; later calls fetch changes only',
    )
    .addOption(projectOption(io))
    .option('--full', 'read all values again')
    .action(async (file: string, flags: ExportFlags) => done(await exportResults(file, flags, io)))
}

async function exportResults(file: string, flags: ExportFlags, io: CommandIo): Promise<ExitCode> {
  const environment = readEnvironment(io.variables)
  const project = requireProject(flags.project)
  const token = await findToken(environment)
  const connection = { serverUrl: environment.serverUrl, token, fetch: io.fetch }
  const api: Api = {
    connection,
    path: `/api/v1/projects/${projectSegment(project)}/values`,
    signal: io.catchInterrupts(),
  }
  const known = flags.full === true ? null : await readState(file)
  if (known !== null && (known.project !== project || known.server !== String(environment.serverUrl))) {
    throw new Stop(
      EXIT.usage,
      `${file} is an export of ${known.project} at ${known.server}. Name another file, or pass --full.`,
    )
  }
  const first = (known && (await readPage(api, { after: known.horizon }))) ?? (await readPage(api, {}))
  if (first === null) throw new Stop(EXIT.refused, 'The server does not list the values of this project.')
  const isIncrement = first.changedRuns !== null
  const changed = new Set(first.changedRuns)
  const counts = { kept: 0, fetched: 0 }
  const unfinished = `${file}.unfinished`
  async function* lines(): AsyncGenerator<string> {
    if (isIncrement) {
      for await (const line of readLines(file)) {
        if (changed.has(runIdOf(line))) continue
        counts.kept += 1
        yield `${line}\n`
      }
    }
    for await (const value of allValues(
      api,
      first as z.infer<typeof Page>,
      isIncrement ? (known?.horizon ?? null) : null,
    )) {
      // A run that changes during the export belongs to the next one, which also drops its old lines.
      if (isIncrement && !changed.has(value.run_id)) continue
      counts.fetched += 1
      yield `${JSON.stringify(value)}\n`
    }
  }
  try {
    const output = createWriteStream(unfinished, { mode: 0o600 })
    await (file.endsWith('.gz') ? pipeline(lines(), createGzip(), output) : pipeline(lines(), output))
    await rename(unfinished, file)
    const state: State = { assayExport: 1, server: String(environment.serverUrl), project, horizon: first.horizon }
    await writeFile(stateOf(file), `${JSON.stringify(state)}\n`, { mode: 0o600 })
  } catch (cause) {
    await rm(unfinished, { force: true })
    throw cause instanceof Stop ? cause : stopOfSystemError(cause, `${file} cannot be written`, EXIT.local)
  }
  await io.log.write(`${file}: ${counts.kept + counts.fetched} values, ${counts.fetched} of them fetched\n`)
  return EXIT.ok
}

const stateOf = (file: string) => `${file}.state`

/** Null for a file that was not exported before, or whose state is missing. */
async function readState(file: string): Promise<State | null> {
  try {
    return State.safeParse(JSON.parse(await readFile(stateOf(file), 'utf8'))).data ?? null
  } catch {
    return null
  }
}

async function* readLines(file: string): AsyncGenerator<string> {
  const input = createReadStream(file)
  const text = file.endsWith('.gz') ? input.pipe(createGunzip()) : input
  for await (const line of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })) yield line
}

const RunId = z.looseObject({ run_id: z.string() })
const runIdOf = (line: string): string => RunId.parse(JSON.parse(line)).run_id

type Api = { connection: Connection; path: string; signal: AbortSignal }

async function* allValues(api: Api, first: z.infer<typeof Page>, after: string | null) {
  yield* first.values
  for (let cursor = first.nextCursor; cursor !== null; ) {
    const page = await readPage(api, { cursor, ...(after !== null && { after }) })
    if (page === null) throw new Stop(EXIT.refused, 'Too many runs changed during the export. Pass --full.')
    yield* page.values
    cursor = page.nextCursor
  }
}

/** One page; null when too many runs changed since `after`, so that everything has to be read again. */
async function readPage(
  { connection, path, signal }: Api,
  query: Record<string, string>,
): Promise<z.infer<typeof Page> | null> {
  const address = `${at(connection, path)}?${new URLSearchParams({ limit: String(PAGE), ...query })}`
  const answer = await request(connection, address, { signal }).catch((cause) => {
    throw new Stop(EXIT.pending, `${unreachableReason(cause, connection.serverUrl)}.`)
  })
  const received: unknown = await answer.json().catch(() => null)
  if (answer.ok) return Page.parse(received)
  const detail = Problem.safeParse(received).data?.detail ?? `The server answered with status ${answer.status}.`
  if (query.after !== undefined && detail.startsWith('More than')) return null
  throw new Stop(EXIT.refused, detail)
}
