import { SERVER } from '@assay/db/open'
import type { Settings } from '../start/settings.ts'
import { withServices } from './audit-commands.ts'

/** Verifies the mail domain of an organization without DNS, on the word of the operator. */
export const verifyDomain = (settings: Settings, slug: string, _: unknown, [domain = '']: string[]): Promise<number> =>
  withServices(settings, async ({ db, now }) => {
    const organization = await db.organizations.findBySlug(slug)
    if (organization === null) return fail(`There is no organization ${slug}.`)
    const verified = { domain: domain.toLowerCase(), as: 'operator' as const, at: now() }
    const outcome = await db.identityProviders.verifyDomain(organization.id, verified, SERVER)
    if (outcome === 'taken') return fail(`${domain} is verified for another organization. Remove it there first.`)
    if (outcome === 'not-there') {
      return fail(`${slug} has no domain ${domain}. One of its owners adds it on the page of the identity provider.`)
    }
    console.log(`${domain} is verified for ${slug}.`)
    return 0
  })

/** Lets members sign in without the identity provider again, when it is lost. */
export const allowOtherSignIns = (settings: Settings, slug: string): Promise<number> =>
  withServices(settings, async ({ db }) => {
    const organization = await db.organizations.findBySlug(slug)
    if (organization === null) return fail(`There is no organization ${slug}.`)
    await db.identityProviders.require(organization.id, false, SERVER)
    console.log(`Members of ${slug} can sign in without its identity provider now.`)
    return 0
  })

function fail(text: string): number {
  console.error(text)
  return 1
}
