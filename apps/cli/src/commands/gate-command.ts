import { existsSync } from 'node:fs'
import { appendFile, writeFile } from 'node:fs/promises'
import type { GateRequest } from '@assay/domain/findings/gate/gate-request'
import { parseGateRule } from '@assay/domain/findings/gate/gate-rule'
import { parseTestBudget } from '@assay/domain/findings/gate/test-budget'
import { isPathReference } from '@assay/domain/import/profile/corrections'
import { parseShare } from '@assay/domain/percent'
import { plural } from '@assay/domain/plural'
import type { OnConflict } from '@assay/domain/run/on-conflict'
import { baseCommits, branchBaseOf } from '../ci/base-commits.ts'
import { GateResponse } from '../ci/gate-response.ts'
import { junitReport } from '../ci/junit-report.ts'
import { reportGate } from '../ci/report-gate.ts'
import type { CommandIo } from '../command-io.ts'
import { type Environment, readEnvironment, serverName } from '../environment.ts'
import { EXIT, type ExitCode } from '../exit-code.ts'
import { importInputs, isStopped, type Run } from '../inputs/import-inputs.ts'
import { findToken } from '../server/find-token.ts'
import { at, gzipBody, request, unreachableReason } from '../server/http-request.ts'
import { Spool } from '../spool/spool.ts'
import { Stop, stopOfSystemError } from '../stop.ts'
import { readErrorDetails } from '../upload/upload-outcome.ts'
import { type DeliverFlags, deliver } from './deliver.ts'
import { printProblems } from './parse.ts'
import { profileForPush } from './project-profile.ts'
import { spoolRuns } from './push.ts'
import { requireProject } from './require-project.ts'
import { overridesOf, type UnderstandFlags } from './shared-options.ts'
import { entriesFor } from './spool-entries.ts'

export const GATE_FORMATS = ['markdown', 'json'] as const

export type GateFlags = UnderstandFlags &
  DeliverFlags & {
    project?: string
    base: string[]
    candidate: string[]
    rule: string
    budget?: string[]
    notCompared: GateRequest['notCompared']
    maxNoise?: string
    report?: boolean
    junit?: string
    strict?: boolean
    test?: string[]
    benchmark?: string[]
    format: (typeof GATE_FORMATS)[number]
    output?: string
    upload?: boolean
    raw: boolean
    onConflict: OnConflict
  }

/**
 * `assay gate`: compares the candidate with the base. Exits with 0, 1 or 2 by the verdict of the server; any error
 * throws a Stop, whose code program.ts maps to that of errors.
 */
export async function gate(flags: GateFlags, io: CommandIo): Promise<ExitCode> {
  const environment = readEnvironment(io.variables)
  const project = requireProject(flags.project)
  const rule = parseGateRule(flags.rule)
  if (!rule.ok) throw new Stop(EXIT.usage, `--rule: ${rule.error}.`)
  const requestBody = {
    ...(await baseOf(flags.base, io)),
    rule: rule.value,
    budgets: (flags.budget ?? []).map(budgetOf),
    notCompared: flags.notCompared,
    ...(flags.maxNoise === undefined ? {} : { maxNoise: shareOf('--max-noise', flags.maxNoise) }),
    strict: flags.strict === true,
    ...(flags.product === undefined ? {} : { product: flags.product }),
    ...filtersOf(flags),
  }
  const signal = io.catchInterrupts()
  const candidate = await candidateOf(flags, { environment, project, signal, io })
  const answer = await ask({ ...requestBody, ...candidate }, { environment, project, signal, io })
  await printAnswer(answer, flags, environment, io)
  if (flags.junit !== undefined) await writeReport(flags.junit, junitReport(answer))
  // The verdict stands even if the pull request cannot be reached.
  if (flags.report === true) await io.log.write(await reportGate(answer, io).catch(notReported))
  return answer.exitCode
}

function notReported(cause: unknown): string {
  if (cause instanceof Stop && cause.exitCode === EXIT.usage) throw cause
  return `The result was not reported: ${cause instanceof Error ? cause.message : String(cause)}\n`
}

/** A version or runs, or the commits of a branch for `merge-base` and `last-green`. */
async function baseOf(base: readonly string[], io: CommandIo): Promise<Pick<GateRequest, 'base' | 'baseCommits'>> {
  const [first = '', ...more] = base
  const branch = more.length === 0 ? branchBaseOf(first) : null
  return branch === null
    ? { base: [...base], baseCommits: [] }
    : { base: [], baseCommits: await baseCommits(branch, io) }
}

function budgetOf(text: string): GateRequest['budgets'][number] {
  const budget = parseTestBudget(text)
  if (budget.ok) return budget.value
  throw new Stop(EXIT.usage, `--budget: ${budget.error}.`)
}

function shareOf(option: string, text: string): number {
  const share = parseShare(text)
  if (share !== null && share > 0 && share <= 1) return share
  throw new Stop(EXIT.usage, `${option}: ${JSON.stringify(text)} is not a share, such as 5% or 0.05.`)
}

type Context = { environment: Environment; project: string; signal: AbortSignal; io: CommandIo }

/** For a candidate that is benchmark output, the same flags state facts of its runs; the config may then differ. */
function filtersOf(flags: GateFlags): Partial<GateRequest> {
  const listed = (value: string | undefined) => (value === undefined ? [] : [value])
  return {
    hardware: listed(flags.hardware ?? statedMachine(flags)),
    workload: listed(flags.workload),
    config: isOutput(flags.candidate) ? [] : listed(flags.config),
    test: flags.test ?? [],
    benchmark: flags.benchmark ?? [],
  }
}

/** The machine that `--set hardware=NAME` states; `@folder` is resolved only when files are read. */
function statedMachine({ set }: GateFlags): string | undefined {
  return typeof set?.hardware === 'string' && !isPathReference(set.hardware) ? set.hardware : undefined
}

/** True when files were named, not versions or runs. */
const isOutput = (candidate: readonly string[]): boolean => candidate.some((name) => existsSync(name))

async function candidateOf(
  flags: GateFlags,
  context: Context,
): Promise<Pick<GateRequest, 'candidate'> | Pick<GateRequest, 'documents'>> {
  const { candidate } = flags
  if (!isOutput(candidate)) {
    const missing = candidate.find((name) => /^[./]|[/\\]/.test(name))
    if (missing !== undefined) throw new Stop(EXIT.usage, `${missing} cannot be read: it does not exist.`)
    refuseFacts(flags)
    if (flags.upload === true)
      throw new Stop(
        EXIT.usage,
        '--upload needs benchmark output as the candidate; the given candidate is already stored.',
      )
    return { candidate }
  }
  const { io } = context
  const profile = await profileForPush(flags.profile, context, io)
  const understood = await importInputs(candidate, { profile, overrides: overridesOf(flags) })
  await printProblems(understood, io)
  const { runs } = understood
  if (isStopped(understood))
    throw new Stop(EXIT.usage, 'Nothing was compared. Pass the options above, then run the command again.')
  if (runs.length === 0)
    throw new Stop(
      EXIT.usage,
      'The candidate has no result to compare. assay preview PATH shows the reason for each file.',
    )
  if (flags.upload === true) return { candidate: await uploaded(runs, flags, context) }
  await io.log.write(`${plural(runs.length, 'run')} compared without being stored; --upload stores them.\n`)
  // Profiles reference files that are not sent with the request.
  return { documents: runs.map(({ document: { profiles: _profiles, ...document } }) => document) }
}

const FACTS = ['version', 'build', 'repeat', 'clients', 'param', 'set'] as const

function refuseFacts(flags: GateFlags): void {
  const given = FACTS.filter((name) => flags[name] !== undefined)
  if (given.length === 0) return
  throw new Stop(
    EXIT.usage,
    `--${given[0]} applies to benchmark output only, but ${flags.candidate.join(', ')} is not a file or folder here.`,
  )
}

/** Stores the runs as `assay push` does, and returns their ids. */
async function uploaded(runs: readonly Run[], flags: GateFlags, context: Context): Promise<string[]> {
  const { environment, project, signal, io } = context
  const destination = { server: serverName(environment.serverUrl), project }
  const spool = await Spool.open(environment.spoolDirectory, { now: io.clock.now() })
  await spoolRuns(runs, { spool, destination, raw: flags.raw, onConflict: flags.onConflict, signal })
  const names = await entriesFor(spool, destination)
  // Standard output is reserved for the answer.
  const code = await deliver({ spool, names, environment, signal }, flags, { ...io, out: io.log })
  if (code !== EXIT.ok)
    throw new Stop(code, 'Not every run was stored, so there is no verdict. assay spool list shows the reasons.')
  return runs.map(({ document }) => document.runId)
}

async function ask(body: Partial<GateRequest>, { environment, project, signal, io }: Context): Promise<GateResponse> {
  const connection = { serverUrl: environment.serverUrl, token: await findToken(environment), fetch: io.fetch }
  const packed = await gzipBody(JSON.stringify(body))
  const headers = { ...packed.headers, 'content-type': 'application/json' }
  const url = at(connection, `/api/v1/gates?project=${encodeURIComponent(project)}`)
  const response = await request(connection, url, { method: 'POST', body: packed.body, headers, signal }).catch(
    (cause: unknown) => {
      const reason = unreachableReason(cause, environment.serverUrl)
      throw new Stop(EXIT.pending, `The server cannot be reached: ${reason}.`, { cause })
    },
  )
  const answered: unknown = await response.json().catch(() => null)
  const answer = GateResponse.safeParse(answered)
  if (response.ok && answer.success) return answer.data
  const { detail } = readErrorDetails(answered)
  throw new Stop(EXIT.refused, detail ?? `The server answered with status ${response.status} and no verdict.`)
}

async function printAnswer(
  answer: GateResponse,
  flags: GateFlags,
  environment: Environment,
  io: CommandIo,
): Promise<void> {
  const text = flags.format === 'json' ? `${JSON.stringify(answer, null, 2)}\n` : answer.markdown
  if (flags.output === undefined) await io.out.write(text)
  else {
    await writeReport(flags.output, text)
    await io.out.write(`${answer.verdict}\n`)
  }
  const { jobSummaryFile } = environment
  if (jobSummaryFile === undefined) return
  await appendFile(jobSummaryFile, answer.markdown).catch((cause: unknown) => {
    throw stopOfSystemError(cause, `The job summary ${jobSummaryFile} cannot be written`)
  })
}

async function writeReport(file: string, text: string): Promise<void> {
  await writeFile(file, text).catch((cause: unknown) => {
    throw stopOfSystemError(cause, `${file} cannot be written`)
  })
}
