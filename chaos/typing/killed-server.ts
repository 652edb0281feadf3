import { databaseUrlOf } from '../../bench/lib/database.ts'
import { freePort } from '../../scripts/lib/postgres/free-port.ts'
import { startRestartableProcess } from '../lib/restartable-process.ts'
import type { Product } from './review-setup.ts'

/** Detects a server that never starts; a busy machine needs far less. */
const TIMEOUT_MS = 10 * 60_000

export type KilledServer = { url: string; kill(): Promise<void>; start(): Promise<void>; stop(): Promise<void> }

/** Starts a second web server over the database and the data directory of a running product; this one is killed. */
export async function startKilledServer(product: Pick<Product, 'dataDirectory'>): Promise<KilledServer> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const victim = startRestartableProcess('scripts/serve/serve.ts', {
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    PORT: String(port),
    HOST: '127.0.0.1',
    DATABASE_URL: await databaseUrlOf(product),
    ASSAY_DATA_DIR: product.dataDirectory,
    ASSAY_PUBLIC_URL: url,
    ASSAY_LIMITS: 'off',
    ASSAY_SIGN_UP: 'open',
  })
  const untilReady = async () => {
    const deadline = Date.now() + TIMEOUT_MS
    while (Date.now() < deadline) {
      const answer = await fetch(`${url}/api/health/ready`).catch(() => null)
      if (answer?.ok) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`the server that is killed was not ready within ${TIMEOUT_MS / 1000} s`)
  }
  await untilReady()
  return {
    url,
    kill: victim.kill,
    start: async () => {
      victim.start()
      await untilReady()
    },
    stop: victim.stop,
  }
}
