import type { Quotas } from '@assay/db/types'

/** Quotas of ASSAY_QUOTAS: those that a new organization begins with, and how many organizations a person can own. */
export type QuotaSettings = { organization: Quotas; organizationsOfPerson: number | null }

const DEFAULT_ORGANIZATIONS_OF_PERSON = 50

const HELP =
  'Write organization.KIND=COUNT with projects, members, runs, bytes or links, or person.organizations=COUNT or =off, such as organization.bytes=50000000000.'

/**
 * Reads ASSAY_QUOTAS, limits that are separated by spaces. Without it organizations have no quotas, and a person can own 50.
 *
 * @throws Error that names the wrong limit and the valid choices.
 */
export function readQuotas(text: string): QuotaSettings {
  const settings: QuotaSettings = { organization: {}, organizationsOfPerson: DEFAULT_ORGANIZATIONS_OF_PERSON }
  for (const given of text.trim().split(/\s+/).filter(Boolean)) {
    const [, kind, count] = /^organization\.(projects|members|runs|bytes|links)=(\d{1,15})$/.exec(given) ?? []
    const [, owned] = /^person\.organizations=(off|\d{1,15})$/.exec(given) ?? []
    if (owned !== undefined) settings.organizationsOfPerson = owned === 'off' ? null : Number(owned)
    else if (isQuotaKind(kind)) settings.organization[kind] = Number(count)
    else throw new Error(`ASSAY_QUOTAS: ${given} is not understood. ${HELP}`)
  }
  return settings
}

const QUOTA_KINDS = ['projects', 'members', 'runs', 'bytes', 'links'] as const satisfies (keyof Quotas)[]

export const isQuotaKind = (kind: string | undefined): kind is keyof Quotas =>
  QUOTA_KINDS.some((known) => known === kind)
