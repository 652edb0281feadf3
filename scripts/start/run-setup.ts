import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { PlainError } from '../lib/plain-error.ts'
import type { Settings } from './settings.ts'

/**
 * Runs the set-up of the first start: the demo project, its documents and the upload token, as far as they are missing.
 * It runs in a child process, because it loads the whole server side, which has to be generated first.
 */
export async function runSetup(settings: Settings, databaseUrl: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const script = join(import.meta.dirname, '../setup/setup.ts')
  const child = spawn(process.execPath, [script], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      ASSAY_DATA_DIR: settings.dataDir,
      ASSAY_DEMO: settings.demo ? '1' : '0',
      PORT: String(settings.port),
    },
  })
  const endChild = () => void child.kill('SIGTERM')
  signal.addEventListener('abort', endChild)
  const [code] = await once(child, 'close')
  signal.removeEventListener('abort', endChild)
  signal.throwIfAborted()
  if (code !== 0) throw new PlainError('The set-up of the first start failed; its reason is above.')
}
