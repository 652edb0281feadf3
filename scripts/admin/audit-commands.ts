import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { verifyExport } from '@assay/api/audit/audit-export'
import { auditLogs } from '@assay/api/audit/chain-audit-logs'
import { verifyAudit } from '@assay/api/audit/verify-audit'
import { openServices } from '@assay/api/open-services'
import type { Services } from '@assay/api/services'
import type { Settings } from '../start/settings.ts'
import { withRunningDatabase } from './with-database.ts'

/** Verifies every audit log of the database. @returns the exit code: 1 when one was changed. */
export const verifyAuditLogs = (settings: Settings): Promise<number> =>
  withServices(settings, async (services) => {
    let changed = 0
    let count = 0
    for await (const { name, chain } of auditLogs(services)) {
      const { head, problem, summary } = await verifyAudit(chain, services.auditSigner)
      count++
      if (problem === null) console.log(`${name}: ${head.sequence} entries, head ${head.hash}`)
      else {
        changed++
        console.error(`${name}: ${summary}`)
      }
    }
    console.log(
      changed === 0 ? `${count} audit logs are unchanged.` : `${changed} of ${count} audit logs were changed.`,
    )
    return changed === 0 ? 0 : 1
  })

/** Verifies an exported audit log. It needs neither database nor server. */
export async function verifyAuditExport(_settings: Settings, path: string): Promise<number> {
  const verified = await verifyExport(
    createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY }),
  )
  if (!verified.ok) {
    console.error(`${path} was changed or is not complete. ${verified.error}`)
    return 1
  }
  const { log, entries, publicKey } = verified.value
  console.log(`${path}: ${entries} entries of the ${log.kind} ${log.id}, complete and signed with the key ${publicKey}`)
  console.log('Compare the key with that of an export that you trust: each server has its own.')
  return 0
}

export function withServices<T>(
  { dataDir, accounts, ...rest }: Settings,
  use: (services: Services) => Promise<T>,
): Promise<T> {
  return withRunningDatabase({ dataDir, accounts, ...rest }, async ({ url }) => {
    const services = openServices({ databaseUrl: url, dataDir, publicUrl: 'http://localhost', accounts })
    try {
      return await use(services)
    } finally {
      await services.db.close()
    }
  })
}
