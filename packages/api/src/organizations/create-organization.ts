import type { Actor, Organization } from '@assay/db/types'
import { err, ok, type Result } from '@assay/domain/result'
import { type AppError, appError } from '../errors.ts'
import type { Services } from '../services.ts'
import { limitCreation } from './limit-creation.ts'

/** Creates an organization that the person owns, with the quotas of ASSAY_QUOTAS. */
export async function createOrganization(
  services: Pick<Services, 'db' | 'limits' | 'quotas'>,
  named: { slug: string; name: string },
  personId: string,
  by: Actor,
): Promise<Result<Organization, AppError>> {
  const limited = await limitCreation(services, personId, 'organization')
  if (!limited.ok) return limited
  const { organization: quotas, organizationsOfPerson: maxOwned } = services.quotas
  const made = await services.db.organizations.create({ ...named, quotas, maxOwned }, personId, by)
  if (made === 'taken') {
    return err(appError('conflict', `There is an organization ${named.slug} already. Choose another name.`))
  }
  if (made === 'owns-too-many') {
    const detail = `You own ${maxOwned} organizations, which is the maximum of this server. Leave one or make another member its owner, or ask the operator (ASSAY_QUOTAS, person.organizations).`
    return err(appError('quota-exceeded', detail))
  }
  return ok(made)
}
