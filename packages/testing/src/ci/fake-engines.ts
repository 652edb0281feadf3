import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

const Variables = z.strictObject({
  ...{ ASSAY_URL: z.string(), ASSAY_PROJECT: z.string(), ASSAY_RUNNER: z.string(), ASSAY_REQUEST: z.uuid() },
  ...{ ASSAY_COMMAND: z.string(), ASSAY_PARAMETERS: z.string() },
})
const OfGithub = { accept: 'application/vnd.github+json', authorization: 'Bearer github-token' }

/** A job that an engine started. */
export type StartedJob = { engine: string; runner: string | null; request: string; body: string; signature: string }

type Received = { headers: Record<string, unknown>; body: string }
type Endpoint = {
  engine: string
  path: RegExp
  headers: Record<string, string>
  /** Status and body of the answer, as the engine documents it. */
  answer: readonly [number, string]
  read: (body: string) => { request: string; runner: string | null }
}

/** The endpoints by which three engines start jobs, with the fields that they document and require. */
const ENDPOINTS: readonly Endpoint[] = [
  {
    ...{ engine: 'github-workflow', path: /^\/repos\/lab\/shop\/actions\/workflows\/benchmark\.yml\/dispatches$/ },
    ...{ headers: { ...OfGithub, 'x-github-api-version': '2022-11-28' }, answer: [204, ''] },
    read(body) {
      // GitHub refuses inputs that the workflow does not declare; the values of inputs are texts.
      const inputs = z.strictObject({
        assay_request: z.uuid(),
        assay_command: z.string(),
        assay_parameters: z.string(),
      })
      const { inputs: sent } = z.strictObject({ ref: z.string().min(1), inputs }).parse(JSON.parse(body))
      return { request: sent.assay_request, runner: null }
    },
  },
  {
    ...{ engine: 'github-dispatch', path: /^\/repos\/lab\/shop\/dispatches$/, headers: OfGithub, answer: [204, ''] },
    read(body) {
      const Payload = z.looseObject({ request: z.uuid(), runner: z.string() })
      const Dispatch = z.strictObject({ event_type: z.string().max(100), client_payload: Payload })
      const { client_payload } = Dispatch.parse(JSON.parse(body))
      // GitHub refuses a payload with more than ten properties at its top level.
      if (Object.keys(client_payload).length > 10) throw new Error('client_payload has more than 10 properties')
      return client_payload
    },
  },
  {
    ...{ engine: 'buildkite', path: /^\/v2\/organizations\/lab\/pipelines\/shop\/builds$/ },
    ...{ headers: { authorization: 'Bearer buildkite-token' }, answer: [201, '{"number":1,"state":"scheduled"}'] },
    read(body) {
      const Build = z.strictObject({
        ...{ commit: z.literal('HEAD'), branch: z.string().min(1), message: z.string(), env: Variables },
      })
      const { env } = Build.parse(JSON.parse(body))
      return { request: env.ASSAY_REQUEST, runner: env.ASSAY_RUNNER }
    },
  },
  {
    ...{ engine: 'jenkins', path: /^\/job\/shop-benchmark\/buildWithParameters$/, answer: [201, ''] },
    headers: {
      authorization: `Basic ${btoa('assay:jenkins-token')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    read(body) {
      const variables = Variables.parse(Object.fromEntries(new URLSearchParams(body)))
      return { request: variables.ASSAY_REQUEST, runner: variables.ASSAY_RUNNER }
    },
  },
]

/** Doubles of GitHub Actions, Buildkite and Jenkins that accept only requests of the documented shape. */
export async function startFakeEngines() {
  const jobs: StartedJob[] = []
  const refusals: string[] = []
  const state = { isDown: false }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    if (state.isDown) return response.writeHead(503).end('maintenance')
    const endpoint = ENDPOINTS.find(({ path }) => path.test(request.url ?? ''))
    const answered = endpoint === undefined ? null : accept(endpoint, { headers: request.headers, body })
    if (endpoint === undefined || typeof answered === 'string' || answered === null) {
      refusals.push(`${request.url}: ${answered}`)
      return response.writeHead(422).end(String(answered))
    }
    jobs.push({ engine: endpoint.engine, ...answered, body, signature: String(request.headers['assay-signature']) })
    return response.writeHead(endpoint.answer[0]).end(endpoint.answer[1])
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening server has an address with a port.
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, jobs, refusals, state, stop: () => server.close() }
}

function accept({ headers, read }: Endpoint, received: Received): { request: string; runner: string | null } | string {
  const wrong = Object.entries(headers).find(([name, value]) => !String(received.headers[name]).startsWith(value))
  if (wrong !== undefined) return `the header ${wrong[0]} is ${String(received.headers[wrong[0]])}`
  try {
    return read(received.body)
  } catch (error) {
    return String(error)
  }
}
