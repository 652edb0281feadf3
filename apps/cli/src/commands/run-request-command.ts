import { projectSegment } from '@assay/domain/projects/project-key'
import { NewRunRequest, RunRequest } from '@assay/domain/run-requests/run-request'
import type { Command } from 'commander'
import { z } from 'zod'
import type { CommandIo } from '../command-io.ts'
import { readEnvironment } from '../environment.ts'
import { EXIT, type ExitCode } from '../exit-code.ts'
import { findToken } from '../server/find-token.ts'
import { at, type Connection, request, unreachableReason } from '../server/http-request.ts'
import { Stop } from '../stop.ts'
import { requireProject } from './require-project.ts'
import { projectOption } from './shared-options.ts'

type RequestFlags = {
  project?: string
  param?: Record<string, string>
  label?: string[]
  runner?: string
  follow?: boolean
  json?: boolean
}

const POLL_MS = 2_000
const Log = z.looseObject({ text: z.string(), next: z.int() })
const Problem = z.looseObject({ detail: z.string() })

/** Adds `assay request-run COMMAND`: a run on request, whose output is followed. */
export function addRunRequestCommand(program: Command, io: CommandIo, done: (code: ExitCode) => void): void {
  program
    .command('request-run')
    .argument('<command>', 'a command of a runner; its page *Runners* lists them (docs/runners.md)')
    .description('request a run of a runner, print its output while it runs, and exit as it does')
    .addOption(projectOption(io))
    .option('--param <name=value>', 'value of a parameter; may be given several times', parameter)
    .option(
      '--label <name>',
      'a label that the runner must have; may be given several times',
      (one, all: string[] = []) => [...all, one],
    )
    .option('--runner <name>', 'the one runner that may execute it')
    .option('--no-follow', 'print the id of the request, and do not wait')
    .option('--json', 'print the request as JSON instead of the ids of its runs')
    .action(async (command: string, flags: RequestFlags) => done(await requestRun(command, flags, io)))
}

function parameter(text: string, all: Record<string, string> = {}): Record<string, string> {
  const [name = '', ...rest] = text.split('=')
  if (name === '' || rest.length === 0) throw new Stop(EXIT.usage, `--param ${text} must be NAME=VALUE.`)
  return { ...all, [name]: rest.join('=') }
}

/** Requests a run. Output of the run goes to standard error; standard output has the ids of the stored runs. */
async function requestRun(command: string, flags: RequestFlags, io: CommandIo): Promise<ExitCode> {
  const environment = readEnvironment(io.variables)
  const project = requireProject(flags.project)
  const connection = { serverUrl: environment.serverUrl, token: await findToken(environment), fetch: io.fetch }
  const base = `/api/v1/projects/${projectSegment(project)}`
  const api: Api = { connection, base, stopping: io.catchInterrupts() }
  const body = { command, parameters: flags.param ?? {}, labels: flags.label ?? [], runner: flags.runner ?? null }
  const parsed = NewRunRequest.safeParse(body)
  if (!parsed.success) throw new Stop(EXIT.usage, z.prettifyError(parsed.error))
  const created = await ask(api, 'POST', '/run-requests', RunRequest, parsed.data)
  if (flags.follow === false) {
    await io.out.write(flags.json === true ? `${JSON.stringify(created)}\n` : `${created.id}\n`)
    return EXIT.ok
  }
  await io.log.write(`assay: request ${created.id} waits for a runner\n`)
  const ended = await follow(api, created, io)
  const attempt = ended.attempts.find(({ state }) => state === 'accepted')
  await io.out.write(
    flags.json === true ? `${JSON.stringify(ended)}\n` : (attempt?.runIds ?? []).map((id) => `${id}\n`).join(''),
  )
  const outcome = attempt?.outcome ?? ended.state
  await io.log.write(`assay: ${outcome}${attempt?.reason == null ? '' : `: ${attempt.reason}`}\n`)
  return attempt?.outcome === 'succeeded' ? EXIT.ok : EXIT.refused
}

/** Prints the output of each attempt until the request has ended. */
async function follow(api: Api, request: RunRequest, io: CommandIo): Promise<RunRequest> {
  const read = new Map<string, number>()
  for (let known = request; ; ) {
    for (const { id, number, runner } of known.attempts) {
      if (!read.has(id)) await io.log.write(`assay: attempt ${number} runs on ${runner}\n`)
      read.set(id, await printLog(api, id, read.get(id) ?? 0, io))
    }
    if (known.finishedAt !== null) return known
    await io.clock.sleep(POLL_MS, api.stopping)
    if (api.stopping.aborted) {
      throw new Stop(EXIT.interrupted, `The request ${request.id} still runs. Open Runners to see or cancel it.`)
    }
    known = await ask(api, 'GET', `/run-requests/${request.id}`, RunRequest)
  }
}

/** @returns the position after the output that was printed. */
async function printLog(api: Api, attemptId: string, from: number, io: CommandIo): Promise<number> {
  for (let after = from; ; ) {
    const { text, next } = await ask(api, 'GET', `/run-attempts/${attemptId}/log?after=${after}`, Log)
    if (text === '') return after
    await io.log.write(text)
    after = next
  }
}

type Api = { connection: Connection; base: string; stopping: AbortSignal }

async function ask<T>(
  { connection, base, stopping }: Api,
  method: string,
  path: string,
  schema: z.ZodType<T>,
  body?: object,
): Promise<T> {
  const address = at(connection, `${base}${path}`)
  const content = body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) }
  const headers = { 'content-type': 'application/json' }
  const response = await request(connection, address, { method, ...content, headers, signal: stopping }).catch(
    (cause) => {
      throw new Stop(EXIT.pending, `${unreachableReason(cause, connection.serverUrl)}.`)
    },
  )
  const received: unknown = await response.json().catch(() => null)
  if (!response.ok) {
    const reason = Problem.safeParse(received).data?.detail ?? `The server answered with status ${response.status}.`
    throw new Stop(EXIT.refused, reason)
  }
  const read = schema.safeParse(received)
  if (read.success) return read.data
  throw new Stop(EXIT.refused, 'The response is not from Assay, or from a much older version. Check ASSAY_URL.')
}
