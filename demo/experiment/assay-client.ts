import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const ROOT = join(import.meta.dirname, '../..')
const CLI = join(ROOT, 'bin/assay.mjs')

export const PROJECT = 'demo'

/** The Assay at ASSAY_URL (http://localhost:3000), by its CLI and by REST. */
export class AssayClient {
  readonly url = process.env.ASSAY_URL ?? 'http://localhost:3000'
  readonly dataDir = process.env.ASSAY_DATA_DIR ?? join(ROOT, '.data')

  /** Starts Assay if none answers. */
  async start(): Promise<void> {
    if (await this.answers()) return
    console.log(`Starting Assay at ${this.url}; the first start builds its pages. Ctrl-C ends it.`)
    const environment = { ...process.env, PORT: new URL(this.url).port, ASSAY_DATA_DIR: this.dataDir }
    spawn('npm', ['start'], { cwd: ROOT, env: environment, stdio: ['ignore', 'ignore', 'inherit'] })
    while (!(await this.answers())) await sleep(1_000)
  }

  /** Runs the CLI in the checkout, with this Node as `node`, and returns its standard output. */
  run(args: readonly string[], environment: Readonly<Record<string, string>> = {}): string {
    const variables = {
      ...process.env,
      PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
      ...{ ASSAY_URL: this.url, ASSAY_DATA_DIR: this.dataDir, ...environment },
    }
    const ran = spawnSync(process.execPath, [CLI, ...args], { cwd: ROOT, env: variables, encoding: 'utf8' })
    if (ran.status !== 0) throw new Error(`assay ${args[0]} failed: ${ran.stderr}${ran.stdout}`)
    return ran.stdout
  }

  async send(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
    const token = readFileSync(join(this.dataDir, 'token'), 'utf8').trim()
    const answer = await fetch(`${this.url}/api/v1/projects/${PROJECT}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: await answer.json() }
  }

  /** @throws when the request is refused. */
  async sendOk(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await this.send(method, path, body)
    if (answer.status < 300) return answer.body
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  }

  private async answers(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}/api/health/ready`)).ok
    } catch {
      return false
    }
  }
}
