import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { ROOT } from '../lib/bootstrap/node.mjs'
import { PNPM } from '../lib/bootstrap/packages.mjs'
import { type Count, countCheck, NOTHING } from './count.ts'

/** Vulnerabilities of this severity and above fail; docs/security.md states within how many days they are fixed. */
export const AUDIT_LEVEL = 'high'

/** Asks the registry for known vulnerabilities of the packages that a server or the CLI runs. */
export async function auditPackages(): Promise<Count> {
  const args = ['--yes', PNPM, 'audit', '--prod', '--audit-level', AUDIT_LEVEL]
  const child = spawn('npx', args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  const closed = once(child, 'close')
  const report = await text(child.stdout)
  const [code] = await closed
  console.log(report)
  // Mirrors of the registry may not have this endpoint. Then nothing is known about the packages.
  if (report.includes('ERR_PNPM_AUDIT_BAD_RESPONSE')) return { ...NOTHING, skipped: 1 }
  return countCheck(`audit: pnpm audit --prod --audit-level ${AUDIT_LEVEL}`, code === 0)
}
