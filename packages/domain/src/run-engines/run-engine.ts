import { z } from 'zod'
import { NewRunner, RUN_NAME, type RunParameters } from '../run-requests/run-request.ts'

export const ENGINES = ['github-workflow', 'github-dispatch', 'buildkite', 'jenkins', 'webhook'] as const
export type Engine = (typeof ENGINES)[number]

/** An engine that executes run requests in its jobs. */
export const NewRunEngine = z
  .strictObject({
    engine: z.enum(ENGINES),
    address: z
      .string()
      .max(2_000)
      .describe(
        'github-workflow: …/repos/O/R/actions/workflows/FILE/dispatches; github-dispatch: …/repos/O/R/dispatches; buildkite: …/pipelines/P/builds; jenkins: …/job/J/buildWithParameters; webhook: any',
      ),
    credential: z
      .string()
      .min(1)
      .max(2_000)
      .nullable()
      .default(null)
      .describe('token of the engine; for jenkins USER:TOKEN. Stored encrypted, and never shown'),
    ref: z.string().min(1).max(200).default('main').describe('branch or tag whose workflow or pipeline runs'),
    ...NewRunner.pick({ hardware: true, labels: true, commands: true }).shape,
  })
  .refine(({ engine, credential }) => engine === 'webhook' || credential !== null, {
    ...{ path: ['credential'], error: 'is needed: a token that may start jobs' },
  })
  .refine(({ engine, credential }) => engine !== 'jenkins' || credential?.includes(':') === true, {
    ...{ path: ['credential'], error: 'must be USER:TOKEN for jenkins' },
  })
  .meta({ id: 'NewRunEngine', description: 'An engine whose jobs execute run requests' })
export type NewRunEngine = z.infer<typeof NewRunEngine>

export const RunEngine = z
  .object({
    runner: z.string().regex(RUN_NAME),
    engine: z.enum(ENGINES),
    address: z.string().describe('without its path'),
    ref: z.string(),
    starts: z
      .array(
        z.object({
          requestId: z.uuid(),
          attempt: z.int(),
          sentAt: z.iso.datetime(),
          delivered: z.boolean().nullable().describe('null while the message is sent'),
          status: z.int().nullable(),
          reply: z.string().nullable(),
        }),
      )
      .describe('the newest messages to the engine'),
  })
  .meta({ id: 'RunEngine' })
export type RunEngine = z.infer<typeof RunEngine>

/** The request that a job executes. The job reads everything else from the server. */
export type EngineStart = {
  server: string
  project: string
  runner: string
  request: string
  attempt: number
  command: string
  parameters: RunParameters
}

type EngineCall = { url: string; headers: Record<string, string>; body: string }

const JSON_TYPE = 'application/json; charset=utf-8'
const GITHUB = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' }

/** The HTTP request by which an engine starts a job. */
export function engineCall(
  { engine, address, credential, ref }: Pick<NewRunEngine, 'engine' | 'address' | 'credential' | 'ref'>,
  start: EngineStart,
): EngineCall {
  const json = (body: object, headers: Record<string, string> = {}): EngineCall => ({
    url: address,
    headers: { 'content-type': JSON_TYPE, ...headers },
    body: JSON.stringify(body),
  })
  const bearer = { authorization: `Bearer ${credential ?? ''}` }
  switch (engine) {
    case 'github-workflow':
      return json({ ref, inputs: workflowInputs(start) }, { ...GITHUB, ...bearer })
    case 'github-dispatch':
      return json({ event_type: 'assay-run', client_payload: start }, { ...GITHUB, ...bearer })
    case 'buildkite':
      return json(
        { commit: 'HEAD', branch: ref, message: `Assay: ${start.command}`, env: variablesOf(start) },
        { accept: 'application/json', ...bearer },
      )
    case 'jenkins':
      return {
        url: address,
        headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: `Basic ${basic(credential)}` },
        body: new URLSearchParams(variablesOf(start)).toString(),
      }
    case 'webhook':
      return json({ format: 1, event: 'run-request.waiting', ref, ...start })
  }
}

/** A workflow must declare its inputs, so they are few and do not depend on the command. */
const workflowInputs = ({ request, command, parameters }: EngineStart) => ({
  ...{ assay_request: request, assay_command: command, assay_parameters: JSON.stringify(parameters) },
})

const variablesOf = ({ server, project, runner, request, command, parameters }: EngineStart) => ({
  ...{ ASSAY_URL: server, ASSAY_PROJECT: project, ASSAY_RUNNER: runner, ASSAY_REQUEST: request },
  ...{ ASSAY_COMMAND: command, ASSAY_PARAMETERS: JSON.stringify(parameters) },
})

const basic = (credential: string | null) => btoa(String.fromCharCode(...new TextEncoder().encode(credential ?? '')))
