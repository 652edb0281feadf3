import { readFile } from 'node:fs/promises'
import type { SignedRecord } from '@assay/domain/experiments/run-record'
import { projectSegment } from '@assay/domain/projects/project-key'
import { z } from 'zod'
import type { CommandIo } from '../command-io.ts'
import { readEnvironment } from '../environment.ts'
import { createRunnerKey } from '../exec/runner-key.ts'
import { EXIT, type ExitCode } from '../exit-code.ts'
import { findToken } from '../server/find-token.ts'
import { at, request } from '../server/http-request.ts'
import { Stop, stopOfSystemError } from '../stop.ts'
import { failure, notReached } from './compare-command.ts'
import { requireProject } from './require-project.ts'

export type ExperimentFlags = { project?: string; json?: boolean }

const Ratio = z.looseObject({ ratio: z.number(), low: z.number(), high: z.number() })

/** The fields of a decision that are printed; the base has repeats only. */
const Decision = z.looseObject({
  number: z.int(),
  repeats: z.union([z.int(), z.looseObject({})]).optional(),
  decision: z.string().optional(),
  reason: z.string().optional(),
  score: Ratio.nullish(),
  measureMore: z.looseObject({ candidate: z.int(), base: z.int() }).nullish(),
  description: z.string().optional(),
})
type Decision = z.infer<typeof Decision>

const Listed = z.looseObject({
  experiments: z.array(z.looseObject({ slug: z.string(), title: z.string(), endedAt: z.string().nullable() })),
})
const Evaluated = z.looseObject({ evaluation: z.looseObject({ candidates: z.array(Decision) }) })

/** `assay experiment list`: names, states and titles. */
export const listExperiments = (flags: ExperimentFlags, io: CommandIo): Promise<ExitCode> =>
  answer('', { flags, io }, (sent) =>
    Listed.parse(sent)
      .experiments.map(({ slug, title, endedAt }) => `${slug}\t${endedAt === null ? 'running' : 'ended'}\t${title}\n`)
      .join(''),
  )

/** `assay experiment create FILE`: creates an experiment from a JSON file. */
export const createExperiment = async (file: string, flags: ExperimentFlags, io: CommandIo): Promise<ExitCode> =>
  answer(
    '',
    { flags, io, body: await readJsonFile(file) },
    (sent) => `${z.looseObject({ slug: z.string() }).parse(sent).slug}\n`,
  )

/** `assay experiment show NAME`: every candidate with its score, decision and reason. */
export const showExperiment = (name: string, flags: ExperimentFlags, io: CommandIo): Promise<ExitCode> =>
  answer(`/${encodeURIComponent(name)}`, { flags, io }, (sent) =>
    Evaluated.parse(sent)
      .evaluation.candidates.map((one) => `${one.number}: ${one.description ?? ''}\n   ${decisionText(one)}\n`)
      .join(''),
  )

export type ProposeFlags = ExperimentFlags & { description: string; parent?: number[]; commit?: string; diff?: string }

/** `assay experiment propose NAME`: adds a candidate and prints its number. */
export async function proposeCandidate(name: string, flags: ProposeFlags, io: CommandIo): Promise<ExitCode> {
  const { description, parent, commit } = flags
  const diff = flags.diff === undefined ? undefined : await readText(flags.diff)
  const body = {
    description,
    ...(parent !== undefined && { parents: parent }),
    ...(commit !== undefined && { commit }),
  }
  const path = `/${encodeURIComponent(name)}/candidates`
  return answer(path, { flags, io, body: diff === undefined ? body : { ...body, diff } }, (sent) => {
    return `${z.looseObject({ number: z.int() }).parse(sent).number}\n`
  })
}

export type AttachFlags = ExperimentFlags & {
  /** The file with the signed record of the run, or the record; both absent for an unattested run. */
  record?: string
  signed?: SignedRecord | null
}

/** `assay experiment attach NAME CANDIDATE RUN`: attaches a run and prints the decision. */
export const attachRun = async (
  [name, candidate, runId]: readonly [string, string, string],
  { record: file, signed = null, ...flags }: AttachFlags,
  io: CommandIo,
): Promise<ExitCode> => {
  const record = file === undefined ? signed : await readJsonFile(file)
  const path = `/${encodeURIComponent(name)}/candidates/${encodeURIComponent(candidate)}/runs`
  return answer(path, { flags, io, body: { runId, record } }, (sent) => `${decisionText(Decision.parse(sent))}\n`)
}

/** `assay experiment ask NAME CANDIDATE`: prints the current decision. */
export const askDecision = (
  [name, candidate]: readonly [string, string],
  flags: ExperimentFlags,
  io: CommandIo,
): Promise<ExitCode> =>
  answer(`/${encodeURIComponent(name)}/candidates/${encodeURIComponent(candidate)}/decision`, { flags, io }, (sent) => {
    return `${decisionText(Decision.parse(sent))}\n`
  })

/** `assay experiment end NAME`: ends it, which reveals the holdout workloads. */
export const endExperiment = (name: string, flags: ExperimentFlags, io: CommandIo): Promise<ExitCode> =>
  answer(`/${encodeURIComponent(name)}/end`, { flags, io, body: {} }, () => `${name} has ended.\n`)

function decisionText({ decision, reason = '', score, measureMore, repeats }: Decision): string {
  if (decision === undefined) return `base: ${Number(repeats)} repeats`
  const shown =
    score == null ? '' : ` Score ${score.ratio.toFixed(3)} (${score.low.toFixed(3)} to ${score.high.toFixed(3)}).`
  const more =
    measureMore == null
      ? ''
      : ` Next: ${measureMore.candidate} repeats of the candidate, ${measureMore.base} of the base.`
  return `${decision}: ${reason}${shown}${more}`
}

export type KeyFlags = { project?: string; json?: boolean; register?: string }

/** `assay experiment key FILE`: creates the key of a runner, prints its public key, and registers it on request. */
export async function runnerKey(file: string, { register, ...flags }: KeyFlags, io: CommandIo): Promise<ExitCode> {
  const publicKey = await createRunnerKey(file)
  if (register !== undefined) {
    const body = { name: register, publicKey }
    return answer('runner-keys', { flags, io, body, isWhole: true }, () => `${publicKey}\n`)
  }
  await io.out.write(`${publicKey}\n`)
  return EXIT.ok
}

type Request = {
  flags: ExperimentFlags
  io: CommandIo
  body?: unknown
  /** True when the path is below the project, not below its experiments. */
  isWhole?: boolean
}

/** Sends one request below the experiments of the project, and prints its answer as JSON or as text. */
async function answer(
  path: string,
  { flags, io, body, isWhole = false }: Request,
  text: (sent: unknown) => string,
): Promise<ExitCode> {
  const environment = readEnvironment(io.variables)
  const project = requireProject(flags.project)
  const connection = { serverUrl: environment.serverUrl, token: await findToken(environment), fetch: io.fetch }
  const url = at(connection, `/api/v1/projects/${projectSegment(project)}/${isWhole ? path : `experiments${path}`}`)
  const sent = {
    method: 'POST',
    body: new TextEncoder().encode(JSON.stringify(body)),
    headers: { 'content-type': 'application/json' },
  } as const
  try {
    const signal = io.catchInterrupts()
    const response = await request(connection, url, body === undefined ? { signal } : { ...sent, signal })
    if (!response.ok) throw new Stop(...(await failure(response)))
    const received: unknown = await response.json()
    await io.out.write(flags.json === true ? `${JSON.stringify(received, null, 2)}\n` : text(received))
    return EXIT.ok
  } catch (cause) {
    if (cause instanceof Stop) throw cause
    throw notReached(cause, environment.serverUrl)
  }
}

async function readJsonFile(file: string): Promise<unknown> {
  const text = await readText(file)
  if (!isJson(text)) throw new Stop(EXIT.usage, `${file} is not JSON. docs/experiments.md has examples.`)
  return JSON.parse(text)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const readText = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((cause: unknown) => {
    throw stopOfSystemError(cause, file)
  })
