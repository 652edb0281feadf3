import { scopeOf } from '@assay/db/open'
import { planConfirmation } from '@assay/domain/run-plans/plan-confirmation'
import type { Services } from '../services.ts'
import { startPlan } from './start-plan.ts'

/**
 * Starts a plan for each finding whose notifications are held until a second run confirms it, where a runner of its
 * machine may confirm it. A finding gets one plan, whatever becomes of it.
 */
export async function confirmHeldFindings({ db }: Pick<Services, 'db'>, projectId: string): Promise<void> {
  const queries = db.in(scopeOf({ id: projectId }))
  const held = await queries.messages.listHeldFindings()
  if (held.length === 0) return
  const runners = await queries.runRequests.listRunners()
  for (const finding of held) {
    const plan = planConfirmation(finding, runners)
    if (plan !== null) await startPlan({ queries }, plan)
  }
}
