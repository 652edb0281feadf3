import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/lib/postgres/free-port.ts'

export type Product = {
  url: string
  token: string
  dataDirectory: string
  /** Seconds from the start of `npm start` to the first 200. */
  startSeconds: number
  /** The process that started all others. */
  pid: number
  stop(): Promise<void>
}

const root = join(import.meta.dirname, '../..')

/**
 * Starts the product as users do.
 *
 * @param directory checkout to start; this one by default.
 * @param dataDirectory an existing one to start again on; by default a new one is created, and removed at the end.
 * @param port of an earlier start.
 * @param variables of the environment, in addition to those of every benchmarked product.
 */
export async function startProduct({
  directory = root,
  dataDirectory,
  port: wanted,
  variables = {},
}: {
  directory?: string
  dataDirectory?: string
  port?: number
  variables?: Readonly<Record<string, string>>
} = {}): Promise<Product> {
  const data = dataDirectory ?? (await mkdtemp(join(tmpdir(), 'assay-bench-')))
  const port = wanted ?? (await freePort())
  const began = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: directory,
    env: {
      ...process.env,
      PORT: String(port),
      ASSAY_DATA_DIR: data,
      ASSAY_LIMITS: 'off',
      // The product ends with the benchmark, even if that is killed.
      ASSAY_WATCH_PID: String(process.pid),
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const output: string[] = []
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk.toString()))
  const url = `http://localhost:${port}`
  try {
    await untilReady(url, child)
  } catch (cause) {
    throw new Error(`npm start did not come up:\n${output.join('').slice(-4_000)}`, { cause })
  }
  const startSeconds = (performance.now() - began) / 1000
  return {
    url,
    token: (await readFile(join(data, 'token'), 'utf8')).trim(),
    dataDirectory: data,
    startSeconds,
    pid: child.pid ?? 0,
    async stop() {
      await stopGroup(child)
      if (dataDirectory === undefined) await rm(data, { recursive: true, force: true })
    },
  }
}

/** Calls a procedure with the token that the product wrote at its first start, or with another one. */
export async function callTrpc<T>(
  { url, token }: Pick<Product, 'url' | 'token'>,
  name: string,
  input: object,
  as = token,
): Promise<T> {
  const answer = await fetch(`${url}/api/trpc/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  if (!answer.ok) throw new Error(`${name} was answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`)
  // The router has this type.
  return ((await answer.json()) as { result: { data: T } }).result.data
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + 15 * 60_000
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`it ended with code ${child.exitCode}`)
    const answer = await fetch(`${url}/api/health/ready`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('it was not ready within 15 minutes')
}

function stopGroup(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.pid === undefined) return resolve()
    child.once('close', () => resolve())
    process.kill(-child.pid, 'SIGINT')
  })
}
