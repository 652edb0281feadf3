import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { giveWay } from '../lib/give-way.ts'
import { PlainError } from '../lib/plain-error.ts'
import { EMBEDDED } from '../serve/lower-sessions.ts'
import type { Settings } from './settings.ts'

const END_WITH_PARENT = join(import.meta.dirname, 'end-with-parent.mjs')
const NICE = 5

/**
 * Runs the set-up of the first start: the demo project, its documents and the upload token, as far as they are missing.
 * It runs in a child process, because it loads the whole server side, which has to be generated first, and gives way to
 * the build of the pages, which takes longer.
 */
export async function runSetup(settings: Settings, databaseUrl: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const script = join(import.meta.dirname, '../setup/setup.ts')
  const child = spawn(process.execPath, ['--import', END_WITH_PARENT, script], {
    // Linux compares sessions, so it needs its own to give way.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      ...(settings.databaseUrl === undefined && { [EMBEDDED]: '1' }),
      DATABASE_URL: databaseUrl,
      ASSAY_DATA_DIR: settings.dataDir,
      ASSAY_DEMO: settings.demo ? '1' : '0',
      PORT: String(settings.port),
    },
  })
  void giveWay(child.pid, NICE)
  const endChild = () => void child.kill('SIGTERM')
  signal.addEventListener('abort', endChild)
  const [code] = await once(child, 'close')
  signal.removeEventListener('abort', endChild)
  signal.throwIfAborted()
  if (code !== 0) throw new PlainError('The set-up of the first start failed; its reason is above.')
}
