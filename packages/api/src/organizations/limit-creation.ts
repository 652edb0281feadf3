import { plural } from '@assay/domain/plural'
import { err, ok, type Result } from '@assay/domain/result'
import { type AppError, appError } from '../errors.ts'
import type { Services } from '../services.ts'

/** Counts an organization or project that a person is about to create. A taken name counts as well. */
export async function limitCreation(
  { limits }: Pick<Services, 'limits'>,
  personId: string,
  kind: 'organization' | 'project',
): Promise<Result<null, AppError>> {
  const taken = await limits.take(kind, [{ kind: 'person', id: personId }])
  if (taken.ok) return ok(null)
  const { count } = taken.limited?.rule ?? { count: 0 }
  const hours = Math.ceil(taken.retryAfterSeconds / 3_600)
  const detail = `You created ${plural(count, kind)} within a day, which is the limit of this server. Try again in ${plural(hours, 'hour')}, or ask the operator (ASSAY_LIMITS, ${kind}.person).`
  return err(appError('too-many-requests', detail))
}
