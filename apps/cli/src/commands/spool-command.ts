import { gunzipSync } from 'node:zlib'
import { plural } from '@assay/domain/plural'
import { projectLabel } from '@assay/domain/projects/project-key'
import type { OnConflict } from '@assay/domain/run/on-conflict'
import type { CommandIo } from '../command-io.ts'
import { describeRun } from '../describe-run.ts'
import { readEnvironment, serverName } from '../environment.ts'
import { EXIT, type ExitCode, worstOf } from '../exit-code.ts'
import { Spool } from '../spool/spool.ts'
import { type SpoolEntry, sha256Hex, shortName } from '../spool/spool-entry.ts'
import { textTable } from '../text-table.ts'
import { type DeliverFlags, deliver } from './deliver.ts'
import { entriesFor, isFor } from './spool-entries.ts'

/** `assay spool list`: lists waiting runs, and refused runs with the reason. */
export async function listSpool(io: CommandIo): Promise<ExitCode> {
  const spool = await openSpool(io)
  const waiting = await spool.waiting()
  const rows: string[][] = []
  for (const { name, writtenAt, sizeBytes } of waiting) {
    const entry = await spool.read(name)
    if (entry === null) continue
    const [where, what] = entry.ok
      ? [`${entry.value.server} ${entry.value.project}`, describeRun(entry.value.document)]
      : ['?', entry.error]
    rows.push([shortName(name), writtenAt.toISOString().slice(0, 16), String(Math.ceil(sizeBytes / 1024)), where, what])
  }
  const rejected = await spool.rejected()
  const receipts = await spool.receipts()
  if (rows.length > 0) await io.out.write(textTable(['waiting', 'since (UTC)', 'KB', 'for', 'run'], rows, new Set([2])))
  for (const { name, rejection } of rejected) {
    const entry = await spool.read(name, 'rejected')
    const what = entry?.ok === true ? describeRun(entry.value.document) : 'a run that cannot be read'
    const lines = (rejection?.places ?? []).map(({ pointer, message }) => `  ${pointer ?? ''} ${message}\n`)
    await io.out.write(
      `refused ${shortName(name)}  ${what}: ${rejection?.reason ?? 'the reason is lost'}\n${lines.join('')}`,
    )
  }
  await io.out.write(
    `${rows.length} waiting, ${rejected.length} refused, ${plural(receipts.length, 'receipt')} in ${spool.directory}\n`,
  )
  return EXIT.ok
}

export type FlushFlags = DeliverFlags & { project?: string; anyServer?: boolean; onConflict?: OnConflict }

/**
 * `assay spool flush`: sends runs for the server in ASSAY_URL, or all of them with --any-server; with --on-conflict
 * also runs that were refused because other values are stored.
 */
export async function flushSpool(flags: FlushFlags, io: CommandIo): Promise<ExitCode> {
  const environment = readEnvironment(io.variables)
  const signal = io.catchInterrupts()
  const spool = await openSpool(io)
  const server = flags.anyServer === true ? null : serverName(environment.serverUrl)
  const destination = { server, project: flags.project === undefined ? null : projectLabel(flags.project) }
  if (flags.onConflict !== undefined) {
    const count = await spool.retryConflicts((entry) => isFor(entry, destination), flags.onConflict)
    await io.log.write(`${plural(count, 'run')} that were in conflict with stored results are sent again.\n`)
  }
  const names = await entriesFor(spool, destination)
  const others = (await spool.waiting()).length - names.length
  if (others > 0) {
    await io.log.write(
      `${plural(others, 'run')} for another server or project skipped (assay spool list shows them; --any-server sends them to this server).\n`,
    )
  }
  if (names.length === 0) {
    await io.log.write(`Nothing waits for ${server ?? 'any server'}.\n`)
    return EXIT.ok
  }
  return deliver({ spool, names, environment, signal }, flags, io)
}

/** `assay spool verify`: reads every file back and reports damaged ones. */
export async function verifySpool(io: CommandIo): Promise<ExitCode> {
  const spool = await openSpool(io)
  const waiting = await spool.waiting()
  const problems: string[] = []
  for (const { name } of waiting) {
    const entry = await spool.read(name)
    if (entry === null) continue
    const why = entry.ok ? await damagedBlob(entry.value) : entry.error
    if (why !== null) problems.push(`${spool.path('runs', name)} ${why}`)
  }
  const receipts = await spool.receipts()
  for (const { name, receipt } of receipts) {
    if (receipt === null) problems.push(`${spool.path('receipts', name)} cannot be read`)
  }
  for (const problem of problems) await io.log.write(`${problem}\n`)
  await io.out.write(
    `${plural(waiting.length, 'waiting run')} and ${plural(receipts.length, 'receipt')} verified, ${problems.length} damaged\n`,
  )
  return problems.length === 0 ? EXIT.ok : EXIT.refused
}

async function damagedBlob({ blobs }: SpoolEntry): Promise<string | null> {
  for await (const { sha256, gzip } of blobs()) {
    try {
      if (sha256Hex(gunzipSync(gzip)) !== sha256) return `holds a raw file that does not match its hash ${sha256}`
    } catch {
      return `holds a raw file that cannot be unpacked (${sha256})`
    }
  }
  return null
}

/**
 * `assay spool export DIR`: copies waiting runs into another spool directory, for a machine that can reach the server.
 * The runs also stay here; a run that is sent twice is stored once.
 */
export async function exportSpool(directory: string, io: CommandIo): Promise<ExitCode> {
  const spool = await openSpool(io)
  const target = await Spool.open(directory, { now: io.clock.now() })
  const waiting = await spool.waiting()
  const copied: ExitCode[] = []
  for (const { name } of waiting) {
    const entry = await spool.read(name)
    if (entry === null) continue
    if (entry.ok) await target.put({ ...entry.value, document: () => entry.value.document })
    else await io.log.write(`${spool.path('runs', name)} ${entry.error}\n`)
    copied.push(entry.ok ? EXIT.ok : EXIT.refused)
  }
  const count = copied.filter((code) => code === EXIT.ok).length
  await io.out.write(
    `${plural(count, 'run')} copied to ${directory}. Where the server is reached: ASSAY_SPOOL_DIR=${directory} assay spool flush --any-server\n`,
  )
  return worstOf(copied)
}

function openSpool(io: CommandIo): Promise<Spool> {
  return Spool.open(readEnvironment(io.variables).spoolDirectory, { now: io.clock.now() })
}
