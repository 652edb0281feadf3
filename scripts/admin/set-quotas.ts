import { isQuotaKind } from '@assay/api/quotas/quota-settings'
import { openDatabase, SERVER } from '@assay/db/open'
import type { QuotaChanges } from '@assay/db/types'
import { PlainError } from '../lib/plain-error.ts'
import type { Settings } from '../start/settings.ts'
import type { Flags } from './admin.ts'
import { withRunningDatabase } from './with-database.ts'

/** Changes the quotas of an organization, which `changes` states as KIND=MAX or KIND=off, and prints them. */
export function setQuotas(settings: Settings, slug: string, _flags: Flags, changes: string[]): Promise<number> {
  const quotas = readChanges(changes)
  return withRunningDatabase(settings, async ({ url }) => {
    const db = openDatabase(url)
    try {
      const organization = await db.organizations.findBySlug(slug)
      if (organization === null) {
        throw new PlainError(
          `There is no organization ${JSON.stringify(slug)}. Its address /o/NAME has the name to use.`,
        )
      }
      if (changes.length > 0) await db.quotas.setForOrganization(organization.id, quotas, SERVER)
      for (const { kind, used, max } of await db.quotas.ofOrganization(organization.id)) {
        console.log(`${kind.padEnd(9)} ${used} of ${max ?? 'no limit'}`)
      }
      return 0
    } finally {
      await db.close()
    }
  })
}

function readChanges(changes: string[]): QuotaChanges {
  const quotas: QuotaChanges = {}
  for (const change of changes) {
    const [, kind, max] = /^([a-z]+)=(off|\d{1,15})$/.exec(change) ?? []
    if (!isQuotaKind(kind)) {
      throw new PlainError(
        `${change} is not understood. Write KIND=MAX or KIND=off with projects, members, runs, bytes or links, such as runs=100000.`,
      )
    }
    quotas[kind] = max === 'off' ? null : Number(max)
  }
  return quotas
}
