import type { FileHandle } from 'node:fs/promises'
import { constants } from 'node:os'
import { dirname, resolve } from 'node:path'
import type { ExecRecord } from '@assay/domain/import/exec-record'
import { outcomeInWords } from '@assay/domain/import/recorded-folders'
import { readEnvironment } from '../environment.ts'
import { type Ending, runBenchmark } from '../exec/benchmark-process.ts'
import { type BenchmarkCommand, commandLine, fileWord } from '../exec/command/benchmark-command.ts'
import { readBenchmarkCommand } from '../exec/command/read-benchmark-command.ts'
import { execFacts } from '../exec/exec-facts.ts'
import { describeMachine } from '../exec/machine/machine.ts'
import { SystemFiles } from '../exec/machine/system-files.ts'
import { defaultFolder, ResultFolder, stemOf } from '../exec/result-folder.ts'
import { SAMPLE_SECONDS, type Sampler, startSampler } from '../exec/sampling/sampler.ts'
import { type Asked, askServer } from '../exec/server/ask-server.ts'
import { addressInWords, parseServerUrl, type ServerAddress } from '../exec/server/server-address.ts'
import { EXIT, type ExitCode } from '../exit-code.ts'
import { findToken } from '../server/token.ts'
import { Stop } from '../stop.ts'
import type { World } from '../world.ts'
import type { DeliverFlags } from './deliver.ts'
import { loadProfile, shippedProfile } from './load-profile.ts'
import { parse } from './parse.ts'
import { push } from './push.ts'
import { requireProject } from './require-project.ts'
import type { UnderstandFlags } from './shared-options.ts'

export type ExecFlags = UnderstandFlags &
  DeliverFlags & {
    profile: string
    project?: string
    raw: boolean
    upload: boolean
    test?: string
    dir?: string
    server?: string
    dataDir?: string
  }

/**
 * `assay exec -- COMMAND`: runs a benchmark and records the machine, the server and what vmstat and iostat see
 * meanwhile; then reads, shows and uploads the folder as `assay push` would.
 *
 * @returns the benchmark's own exit code, 128 + n when a signal ended it; when it is 0, that of the upload.
 */
export async function exec(argv: readonly string[], flags: ExecFlags, world: World): Promise<ExitCode> {
  const environment = readEnvironment(world.variables)
  if (flags.upload) {
    requireProject(flags.project)
    await findToken(environment)
  }
  const profile = await loadProfile(flags.profile)
  const command = readBenchmarkCommand(argv, world.variables)
  const testName = flags.test ?? command.test
  const clients = flags.clients ?? command.clients
  const stem = stemOf(fileWord(testName), clients)

  const files = new SystemFiles()
  const address = serverAddress(flags.server, environment.testedServer, command)
  const server = await askServer(address)
  const dataDirectory = flags.dataDir ?? localDirectory(server, address) ?? process.cwd()
  const machine = await describeMachine(
    files,
    (await files.follow(resolve(dataDirectory))) ?? dirname(resolve(dataDirectory)),
  )

  const folder = await ResultFolder.create(flags.dir ?? defaultFolder(stem, new Date(world.clock.now())), stem)
  const facts = execFacts(flags, { server: server.facts, machine, profile })
  const started: ExecRecord = {
    assayExec: 1,
    ...(shippedProfile(flags.profile) === null ? {} : { profile: flags.profile }),
    test: testName,
    testGiven: flags.test !== undefined,
    ...(clients === null ? {} : { clients }),
    command: commandLine(argv),
    outcome: 'running',
    startedAt: timestamp(world),
    files: { output: folder.files.output },
    sampleSeconds: SAMPLE_SECONDS,
    ...(machine.cpus === null ? {} : { cpus: machine.cpus }),
    ...(machine.device === null ? {} : { device: machine.device }),
    facts,
  }
  await folder.writeRecord(started)

  // From here on Ctrl-C ends the benchmark, and what there is by then is kept.
  const signal = world.catchInterrupts()
  const output = await folder.openOutput()
  const samplers = await startSamplers(folder, { world, files, cpus: machine.cpus ?? 1 })
  await world.log.write(opening({ folder, samplers, server, address, facts }))
  let ending: Ending
  try {
    ending = await runBenchmark({
      argv,
      variables: benchmarkVariables(world, folder),
      out: world.out,
      log: world.log,
      file: output,
      signal,
    })
  } catch (cause) {
    await stopAll(samplers, output)
    // A program that is not there leaves nothing to keep; an output that could not be kept leaves a part of it.
    if (cause instanceof Stop && cause.exitCode >= 126) await folder.discard()
    else await folder.writeRecord({ ...started, outcome: 'failed', finishedAt: timestamp(world) })
    throw cause
  }
  await stopAll(samplers, output)
  const record: ExecRecord = {
    ...started,
    ...outcomeOf(ending),
    finishedAt: timestamp(world),
    files: { ...started.files, ...(await folder.sampleFiles(samplers.map(({ kind }) => kind))) },
  }
  await folder.writeRecord(record)
  return finish(record, { folder, flags, world })
}

function serverAddress(
  flag: string | undefined,
  variable: string | undefined,
  { server }: BenchmarkCommand,
): ServerAddress | null {
  const given = flag ?? variable
  if (given === undefined) return server
  const address = parseServerUrl(given)
  if (address === null) {
    throw new Stop(
      EXIT.usage,
      'The server must be an address such as postgres://user@localhost:5432/db or mysql://user@localhost/db.',
    )
  }
  if (flag !== undefined && address.password !== undefined) {
    throw new Stop(
      EXIT.usage,
      'A password is never taken as an argument: every process on this machine can read the arguments of others. ' +
        'Put the address in ASSAY_SERVER.',
    )
  }
  // The benchmark's own password is for the same server.
  return { ...address, password: address.password ?? (server?.kind === address.kind ? server.password : undefined) }
}

/** Where a server on this very machine keeps its files. */
function localDirectory({ facts }: Asked, address: ServerAddress | null): string | null {
  const host = address?.host
  const isLocal = host === undefined || host.startsWith('/') || /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host)
  return isLocal ? (facts?.dataDirectory ?? null) : null
}

async function startSamplers(
  folder: ResultFolder,
  { world, files, cpus }: { world: World; files: SystemFiles; cpus: number },
): Promise<Sampler[]> {
  const started = await Promise.all(
    (['vmstat', 'iostat'] as const).map((kind) =>
      startSampler({ kind, path: folder.at(folder.files[kind]), variables: world.variables, files, cpus }),
    ),
  )
  return started.filter((sampler) => sampler !== null)
}

async function stopAll(samplers: readonly Sampler[], output: FileHandle): Promise<void> {
  await Promise.all(samplers.map((sampler) => sampler.stop()))
  await output.close()
}

/** Our own secrets are none of the benchmark's business; where it may put files of its own is. */
function benchmarkVariables({ variables }: World, folder: ResultFolder): World['variables'] {
  const { ASSAY_TOKEN: _token, ASSAY_SERVER: _server, ...others } = variables
  return { ...others, ASSAY_RESULT_DIR: resolve(folder.path) }
}

function opening({
  folder,
  samplers,
  server,
  address,
  facts,
}: {
  folder: ResultFolder
  samplers: readonly Sampler[]
  server: Asked
  address: ServerAddress | null
  facts: ExecRecord['facts']
}): string {
  const how = samplers.map((sampler) =>
    sampler.how === sampler.kind ? sampler.kind : `${sampler.kind} from ${sampler.how}`,
  )
  const lines = [`assay: recording into ${folder.path}${how.length === 0 ? '' : ` with ${how.join(', ')}`}`]
  if (server.facts !== null && address !== null) {
    lines.push(`assay: ${server.facts.product} ${server.facts.version} at ${addressInWords(address)}`)
  } else if (server.why !== null && facts.version === undefined) lines.push(`assay: ${server.why}.`)
  const lacking = (['product', 'version'] as const).filter((name) => facts[name] === undefined)
  if (lacking.includes('version')) {
    lines.push(
      `assay: nobody says the ${lacking.join(' and ')}; unless the output does, the result will need ` +
        `assay push ${folder.path} ${lacking.map((name) => `--${name} ...`).join(' ')}`,
    )
  }
  return lines.map((line) => `${line}\n`).join('')
}

function outcomeOf({ exitCode, signal, interrupted }: Ending): Pick<ExecRecord, 'outcome' | 'exitCode' | 'signal'> {
  return {
    outcome: interrupted ? 'interrupted' : exitCode === 0 ? 'finished' : 'failed',
    ...(exitCode === null ? {} : { exitCode }),
    ...(signal === null ? {} : { signal }),
  }
}

async function finish(
  record: ExecRecord,
  { folder, flags, world }: { folder: ResultFolder; flags: ExecFlags; world: World },
): Promise<ExitCode> {
  const seconds = ((Date.parse(record.finishedAt ?? '') - Date.parse(record.startedAt)) / 1000).toFixed(1)
  await world.log.write(`assay: ${record.test} ${outcomeInWords(record)} after ${seconds} s\n`)
  if (record.outcome !== 'finished') {
    await world.log.write(
      `assay: what it printed until then is in ${folder.path}; nothing is uploaded. ` +
        `assay push --incomplete ${folder.path} uploads it all the same, marked as such.\n`,
    )
    return record.outcome === 'interrupted' ? EXIT.interrupted : codeOf(record)
  }
  // Standard output is the benchmark's alone, so that it can be piped on.
  const beside = { ...world, out: world.log }
  const { profile, concurrency, patience, project, raw } = flags
  if (!flags.upload) return parse([folder.path], { profile }, beside)
  return push(
    [folder.path],
    {
      profile,
      concurrency,
      raw,
      ...(patience === undefined ? {} : { patience }),
      ...(project === undefined ? {} : { project }),
    },
    beside,
  )
}

/** As shells tell it. */
function codeOf({ exitCode, signal }: ExecRecord): ExitCode {
  if (exitCode !== undefined) return exitCode
  return 128 + (new Map(Object.entries(constants.signals)).get(signal ?? '') ?? 0)
}

const timestamp = (world: World): string => new Date(world.clock.now()).toISOString()
