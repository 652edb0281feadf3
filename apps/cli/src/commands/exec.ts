import { arch, constants, cpus, platform, totalmem } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { ExecFacts, ExecRecord } from '@assay/domain/import/exec-record'
import { isPathReference } from '@assay/domain/import/profile/corrections'
import { outcomeInWords } from '@assay/domain/import/recorded-folders'
import { traceIdOf } from '@assay/domain/run/trace-url'
import type { CommandIo } from '../command-io.ts'
import { readEnvironment } from '../environment.ts'
import { attachMeasuredRun } from '../exec/attach-measured-run.ts'
import { type Attempt, type AttemptFlags, finishAttempt, startAttempt } from '../exec/candidate-attempt.ts'
import { commandLine, fileWord } from '../exec/command/benchmark-command.ts'
import { readBenchmarkCommand } from '../exec/command/read-benchmark-command.ts'
import { execFacts } from '../exec/exec-facts.ts'
import { describeMachine, type Machine } from '../exec/machine/machine.ts'
import { SystemFiles } from '../exec/machine/system-files.ts'
import { openingLines } from '../exec/opening-lines.ts'
import { recordBenchmark, timestamp } from '../exec/record-benchmark.ts'
import { defaultFolder, ResultFolder, stemOf } from '../exec/result-folder.ts'
import { SAMPLE_SECONDS } from '../exec/sampling/sampler.ts'
import { askServer } from '../exec/server/ask-server.ts'
import { chooseServer, localDirectory } from '../exec/server/choose-server.ts'
import { EXIT, type ExitCode } from '../exit-code.ts'
import { importInputs } from '../inputs/import-inputs.ts'
import { findToken } from '../server/find-token.ts'
import { Stop } from '../stop.ts'
import type { DeliverFlags } from './deliver.ts'
import { loadProfile, shippedProfile } from './load-profile.ts'
import { parse } from './parse.ts'
import { profileForPush } from './project-profile.ts'
import { push } from './push.ts'
import { requireProject } from './require-project.ts'
import { overridesOf, type UnderstandFlags } from './shared-options.ts'

export type ExecFlags = UnderstandFlags &
  DeliverFlags &
  AttemptFlags & {
    profile: string
    raw: boolean
    upload: boolean
    test?: string
    dir?: string
    server?: string
    dataDir?: string
  }

/**
 * `assay exec -- COMMAND`: runs a benchmark and records the machine, the server, and vmstat and iostat samples; then
 * reads, shows and uploads the folder as `assay push` would.
 *
 * @returns the benchmark's own exit code, 128 + n when a signal ended it; when it is 0, that of the upload.
 */
export async function exec(argv: readonly string[], flags: ExecFlags, io: CommandIo): Promise<ExitCode> {
  const environment = readEnvironment(io.variables)
  if (flags.upload) {
    requireProject(flags.project)
    await findToken(environment)
  }
  const { attempt, user } = await startAttempt(argv, flags, io)
  const profile = await loadProfile(flags.profile)
  const command = readBenchmarkCommand(argv, io.variables)
  const address = chooseServer({
    flag: flags.server,
    variable: environment.testedServer,
    ofBenchmark: command.server,
  })
  const server = await askServer(address)
  const files = new SystemFiles()
  const machine = await machineOf(files, flags.dataDir ?? localDirectory(server, address) ?? process.cwd())
  const facts = execFacts(statedFacts(flags), { server: server.facts, machine, profile })

  const testName = flags.test ?? command.test
  const clients = flags.clients ?? command.clients
  const stem = stemOf(fileWord(testName), clients)
  const folder = await ResultFolder.create(flags.dir ?? defaultFolder(stem, new Date(io.clock.now())), stem)
  const started = performance.now()
  const record = await recordBenchmark(
    argv,
    {
      ...newRecord({ flags, machine, facts }, io),
      test: testName,
      ...(clients === null ? {} : { clients }),
      command: commandLine(argv),
      startedAt: timestamp(io),
      files: { output: folder.files.output },
    },
    {
      folder,
      files,
      io,
      server: address,
      user,
      opening: (samplers, views) => openingLines({ path: folder.path, samplers, views, server, address, facts }),
    },
  )
  const seconds = (performance.now() - started) / 1000
  const code = await finish(record, { folder, flags, io })
  return attachIfStored(code, { record, folder, flags, attempt, argv, seconds }, io)
}

type Executed = {
  record: ExecRecord
  folder: ResultFolder
  flags: ExecFlags
  attempt: Attempt | null
  argv: readonly string[]
  seconds: number
}

/** Attaches the run to the candidate that the flags name, once it is stored. */
async function attachIfStored(
  code: ExitCode,
  { record, folder, flags, attempt, argv, seconds }: Executed,
  io: CommandIo,
): Promise<ExitCode> {
  if (code !== EXIT.ok || !flags.upload || attempt === null) return code
  const counter = await finishAttempt(attempt, argv, io)
  // The same import as that of the push, whose facts are those of the record, so that the run has the same id.
  const environment = readEnvironment(io.variables)
  const profile = await profileForPush(flags.profile, { environment, project: requireProject(flags.project) }, io)
  const { runs } = await importInputs([folder.path], { profile, overrides: {} })
  const recordPath = folder.at(`${folder.stem}.record.json`)
  for (const { document } of runs) {
    const attached = await attachMeasuredRun({ document, record, attempt, counter, seconds, recordPath }, io)
    if (attached !== EXIT.ok) return attached
  }
  return EXIT.ok
}

/** Describes the machine by the real path of a directory; for one without read permission, by its parent. */
async function machineOf(files: SystemFiles, directory: string): Promise<Machine> {
  const path = resolve(directory)
  const machine = await describeMachine(files, (await files.follow(path)) ?? dirname(path))
  return machine.hardware.name === 'unknown' ? { ...machine, hardware: hardwareOfSystem() } : machine
}

/** The machine as Node sees it, on systems without /proc and /sys. */
function hardwareOfSystem(): Machine['hardware'] {
  const all = cpus()
  const model = all[0]?.model.trim() || `${platform()} ${arch()}`
  const memoryGb = Math.max(1, Math.round(totalmem() / 2 ** 30))
  const count = Math.max(1, all.length)
  return { name: `${model}, ${count === 1 ? '1 CPU' : `${count} CPUs`}, ${memoryGb} GB`.slice(0, 200), memoryGb }
}

/** The facts that flags state. A record contains named facts only, so any other field of --set is refused. */
function statedFacts(flags: ExecFlags): UnderstandFlags {
  const { fields = {}, params, ...stated } = overridesOf(flags)
  const [other] = Object.keys(fields)
  const folder = Object.entries(stated).find(([, value]) => isPathReference(String(value)))?.[0]
  if (other === undefined && folder === undefined) {
    const names = Object.entries(stated).filter(([, value]) => typeof value !== 'object')
    return { ...flags, ...Object.fromEntries(names), ...(params === undefined ? {} : { param: { ...params } }) }
  }
  const known = 'product, version, build, config, hardware, workload, repeat, clients, params.NAME'
  throw new Stop(EXIT.usage, `assay exec cannot record --set ${other ?? `${folder}=@folder`}; it records ${known}.`)
}

function newRecord(
  { flags, machine, facts }: { flags: ExecFlags; machine: Machine; facts: ExecFacts },
  { variables }: CommandIo,
) {
  const traceId = traceIdOf(variables.TRACEPARENT)
  return {
    assayExec: 1,
    ...(shippedProfile(flags.profile) === null ? {} : { profile: flags.profile }),
    testGiven: flags.test !== undefined,
    outcome: 'running',
    sampleSeconds: SAMPLE_SECONDS,
    ...(machine.cpus === null ? {} : { cpus: machine.cpus }),
    ...(machine.device === null ? {} : { device: machine.device }),
    ...(traceId === null ? {} : { traceId }),
    facts,
  } as const
}

async function finish(
  record: ExecRecord,
  { folder, flags, io }: { folder: ResultFolder; flags: ExecFlags; io: CommandIo },
): Promise<ExitCode> {
  const seconds = ((Date.parse(record.finishedAt ?? '') - Date.parse(record.startedAt)) / 1000).toFixed(1)
  await io.log.write(`assay: ${record.test} ${outcomeInWords(record)} after ${seconds} s\n`)
  if (record.outcome !== 'finished') {
    await io.log.write(
      `assay: its output is in ${folder.path}; nothing is uploaded. ` +
        `assay push${record.outcome === 'failed' ? '' : ' --incomplete'} ${folder.path} stores the test as failed.\n`,
    )
    return record.outcome === 'interrupted' ? EXIT.interrupted : codeOf(record)
  }
  const unread = await whyUnread(folder, flags)
  if (unread !== null) {
    await io.log.write(unread)
    return EXIT.refused
  }
  // Standard output is reserved for the benchmark, so that it can be piped.
  const logIo = { ...io, out: io.log }
  const { profile, concurrency, patience, project, raw } = flags
  const skipRefused = flags.skipRefused === undefined ? {} : { skipRefused: flags.skipRefused }
  if (!flags.upload) return parse([folder.path], { profile, ...skipRefused }, logIo)
  return push(
    [folder.path],
    {
      profile,
      concurrency,
      raw,
      ...skipRefused,
      // A new run counts as a repeat, so that a nightly job is not refused because of the previous night.
      onConflict: 'repeat',
      ...(patience === undefined ? {} : { patience }),
      ...(project === undefined ? {} : { project }),
    },
    logIo,
  )
}

/** The next step when the output contains no result; null when it contains one. The output is not deleted. */
async function whyUnread({ path, files }: ResultFolder, flags: ExecFlags): Promise<string | null> {
  const profile = await loadProfile(flags.profile)
  const { runs, problems, questions, contradictions } = await importInputs([path], {
    profile,
    overrides: overridesOf(flags),
  })
  if (runs.length + problems.length + questions.length + contradictions.length > 0) return null
  const output = join(path, files.output)
  return (
    `assay: the output is not of a known format. It is saved in ${output}, and nothing is uploaded. ` +
    `If it is JSON, describe it in ${output}.mapping.yaml (docs/csv.md), then run assay push ${path}.\n`
  )
}

/** The exit code that shells use. */
function codeOf({ exitCode, signal }: ExecRecord): ExitCode {
  if (exitCode !== undefined) return exitCode
  return 128 + (new Map(Object.entries(constants.signals)).get(signal ?? '') ?? 0)
}
