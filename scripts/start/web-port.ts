import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode, PlainError } from '../lib/plain-error.ts'

const TIMEOUT_MS = 3_000 // One of our servers whose start was killed needs a moment to notice and end.

/** @throws PlainError when the web server could not listen there */
export async function checkPort({ host, port }: { host: string; port: number }): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += 250) {
    const code = await tryToListen({ host, port })
    if (code === null) return
    if (code !== 'EADDRINUSE') throw new PlainError(explain(code, { host, port }))
    if (waitedMs >= TIMEOUT_MS) throw new PlainError(explain(code, { host, port }))
    await sleep(250)
  }
}

function explain(code: string, { host, port }: { host: string; port: number }): string {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} is taken by another program. Stop it, or choose another port: PORT=${port + 1} npm start`,
    EACCES: `Port ${port} is reserved for the administrator. Choose one above 1023: PORT=3000 npm start`,
    EADDRNOTAVAIL: `HOST=${host} is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all addresses.`,
    ENOTFOUND: `HOST=${host} is unknown. Use 127.0.0.1, or 0.0.0.0 for all addresses.`,
  }
  return reasons[code] ?? `Cannot listen on ${host}:${port} (${code}). Set PORT and HOST.`
}

async function tryToListen({ host, port }: { host: string; port: number }): Promise<string | null> {
  const server = createServer()
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    return errorCode(error) ?? String(error)
  }
  server.close()
  await once(server, 'close')
  return null
}
