import { parsePlans } from '@assay/domain/companion-files/plans/parse-plans'
import { isSampled } from '@assay/domain/run/cpu-profile/stack-profile'
import { comparePlans, type PlanChange } from '@assay/domain/run/query-plans/compare-plans'
import type { QueryPlan } from '@assay/domain/run/query-plans/query-plan'
import type { ProjectAccess } from '../access/resolve-access.ts'
import type { Services } from '../services.ts'

/** Maximum files of plans that are read for one result, and statements in the answer. */
const MAX_PLAN_FILES = 20
const MAX_STATEMENTS = 100

type Question = { a: string; b: string; test: string; clients: number }

/** Compares the stored plans of a test in two runs; `recorded` says which of the runs has any. */
export async function comparePlansOfRuns(
  services: Services,
  access: ProjectAccess,
  { a, b, ...result }: Question,
): Promise<{ recorded: { a: boolean; b: boolean }; changes: PlanChange[] }> {
  const base = await plansOf(services, access, { runId: a, ...result })
  const own = await plansOf(services, access, { runId: b, ...result })
  return {
    recorded: { a: base.length > 0, b: own.length > 0 },
    changes: comparePlans({ base, own }).slice(0, MAX_STATEMENTS),
  }
}

async function plansOf(
  { attachments }: Services,
  { project, queries }: ProjectAccess,
  { runId, test, clients }: { runId: string; test: string; clients: number },
): Promise<QueryPlan[]> {
  const stored = (await queries.profiles.forRun(runId)).filter(
    (profile) => !isSampled(profile) && profile.test === test && profile.clients === clients,
  )
  const files = new Map(stored.map(({ attachment, sha256 }) => [sha256, attachment]))
  const plans: QueryPlan[] = []
  for (const [sha256, name] of [...files].slice(0, MAX_PLAN_FILES)) {
    const content = await attachments.get(project.id, sha256)
    if (content === null) continue
    const read = parsePlans(content.toString('utf8'), name).value ?? []
    // Statements of several files are numbered on.
    plans.push(...read.map((plan) => ({ ...plan, statement: plans.length + plan.statement })))
  }
  return plans
}
