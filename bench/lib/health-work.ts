import type { Client } from 'pg'
import { connectToDatabase } from './database.ts'
import type { Product } from './product.ts'

/** One kind of heavy work of the product. */
export type HeavyWork = {
  name: string
  /**
   * The jobs, tasks of worker threads and costly calls that it causes. A procedure and a REST operation that call the same
   * use-case are both named; a test finds those that no work names (bench/health-coverage.test.ts).
   */
  covers: readonly string[]
  /** Does everything whose time is not measured. */
  prepare?(): Promise<void>
  /** Returns the status of the last response, because a refusal that names a limit is valid too. */
  run(): Promise<number>
}

/** Factor for the sizes of requests; 1 is close to the maximum that the product accepts. */
export type Scale = number

type Answer = { status: number; body: Buffer }

/** Requests of one benchmark, with the token of the project or as its owner, and its database. */
export type HealthClient = {
  product: Product
  get(path: string): Promise<number>
  /** The body of a response. */
  text(path: string): Promise<string>
  send(
    method: string,
    path: string,
    body: Uint8Array | string | object,
    headers?: Record<string, string>,
  ): Promise<Answer>
  /** Calls a query as the owner of the project. */
  query(name: string, input: object): Promise<Answer>
  /** Calls a mutation as the owner. */
  mutate(name: string, input: object): Promise<Answer>
  sql: Client
  projectId: string
}

const OWNER = { name: 'Olga Owner', email: 'olga@assay.test', password: 'orbit-salad-4-tunnel' }

/** Creates the first owner of the server and signs in. */
export async function openHealthClient(product: Product): Promise<HealthClient> {
  const cookie = await signInOwner(product.url)
  const sql = await connectToDatabase(product)
  const { rows } = await sql.query<{ id: string }>(`select id from project where slug = 'demo'`)
  const authorization = `Bearer ${product.token}`
  const ask = async (path: string, init: RequestInit): Promise<Answer> => {
    const answer = await fetch(`${product.url}${path}`, { redirect: 'manual', ...init })
    return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) }
  }
  const person = { cookie, origin: product.url, 'content-type': 'application/json' }
  return {
    product,
    sql,
    projectId: rows[0]?.id ?? '',
    text: async (path) => (await ask(path, { headers: { cookie } })).body.toString(),
    get: async (path) => (await ask(path, { headers: { cookie } })).status,
    send(method, path, body, headers = {}) {
      const isBytes = body instanceof Uint8Array
      return ask(path, {
        method,
        body: isBytes ? new Uint8Array(body) : typeof body === 'string' ? body : JSON.stringify(body),
        headers: { authorization, 'content-type': 'application/json', ...headers },
      })
    },
    query: (name, input) =>
      ask(`/api/trpc/${name}?${new URLSearchParams({ input: JSON.stringify(input) })}`, { headers: person }),
    mutate: (name, input) => ask(`/api/trpc/${name}`, { method: 'POST', body: JSON.stringify(input), headers: person }),
  }
}

/** @throws when the response does not have the expected status, so that no refusal is measured as work */
export function expectOk({ status, body }: Answer, what: string): Answer {
  if (status >= 300) throw new Error(`${what} was answered ${status}: ${body.toString().slice(0, 500)}`)
  return { status, body }
}

/** The result of a call by tRPC. */
export const dataOf = (answer: Answer): unknown => JSON.parse(answer.body.toString()).result.data

async function signInOwner(url: string): Promise<string> {
  const send = (form: string, fields: Record<string, string>) =>
    fetch(`${url}/people/${form}`, {
      method: 'POST',
      headers: { origin: url, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })
  await send('set-up', OWNER)
  const signedIn = await send('sign-in', OWNER)
  const cookies = signedIn.headers.getSetCookie().map((one) => one.split(';', 1)[0])
  if (cookies.length === 0) throw new Error(`the owner could not sign in: ${signedIn.status}`)
  return cookies.join('; ')
}
