import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { PlainError } from '../lib/plain-error.ts'
import type { Lifetime } from './lifetime.ts'
import type { Settings } from './settings.ts'

const SERVER = join(import.meta.dirname, '../serve/serve.ts')
const READY_PATIENCE_MS = 60_000
const STOP_PATIENCE_MS = 10_000

/** Starts the web server and waits until it says that it is ready. */
export async function serveWeb(
  settings: Settings,
  databaseUrl: string,
  { lifetime, isDevelopment }: { lifetime: Lifetime; isDevelopment: boolean },
): Promise<void> {
  const { host, port, dataDir, publicUrl } = settings
  const command = ['--import', join(import.meta.dirname, 'end-with-parent.mjs'), SERVER]
  const server = spawn(process.execPath, isDevelopment ? [...command, '--dev'] : command, {
    detached: true, // Ctrl-C in the terminal is for us; requests under way are answered before the database goes.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: isDevelopment ? 'development' : 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      PORT: String(port),
      HOST: host,
      DATABASE_URL: databaseUrl,
      ASSAY_DATA_DIR: dataDir,
      ...(publicUrl === undefined ? {} : { ASSAY_PUBLIC_URL: publicUrl }),
    },
  })
  server.stdout?.on('data', (chunk: Buffer) => process.stdout.write(withoutBanner(chunk.toString())))
  const ended = once(server, 'exit')
  lifetime.onEnd(async () => {
    const timer = setTimeout(() => server.kill('SIGKILL'), STOP_PATIENCE_MS)
    server.kill('SIGTERM')
    if (server.exitCode === null && server.signalCode === null) await ended
    clearTimeout(timer)
  })
  void ended.then(async ([code, signal]) => {
    if (lifetime.signal.aborted) return
    console.error(`The web server ended by itself (${signal ?? `code ${code}`}); its last lines are above.`)
    await lifetime.end(1)
  })
  await untilReady(settings, lifetime.signal)
}

/** Next greets with its own address lines; ours, with the right host, follow. */
function withoutBanner(text: string): string {
  const lines = text.split('\n')
  return lines.filter((line) => !/^(▲ Next\.js|- Local:|- Network:|✓ )/.test(stripVTControlCharacters(line))).join('\n')
}

async function untilReady({ host, port }: Settings, signal: AbortSignal): Promise<void> {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const url = `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}/api/health/ready`
  let last = 'no answer'
  for (let waitedMs = 0; waitedMs < READY_PATIENCE_MS; waitedMs += 50) {
    signal.throwIfAborted()
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok === true) return
    if (answer !== null) last = `${answer.status} ${await answer.text()}`
    await sleep(50)
  }
  throw new PlainError(`The web server is not ready after ${READY_PATIENCE_MS / 1000} s. ${url} says: ${last}`)
}
