import { err, ok, type Result } from '@assay/domain/result'
import { type Refusal, unknown } from '@assay/domain/specs/actions/refusal'
import type { Outcome } from '@assay/domain/specs/spec'
import type { ProjectAccess } from '../access/resolve-access.ts'

/** A run that shows a goal of a spec, with its results; null when it was deleted. */
export type OutcomeRun = { id: string; goal: string; met: boolean; measured: string | null }

export async function outcomeRuns(access: ProjectAccess, outcome: Outcome | null): Promise<OutcomeRun[]> {
  if (outcome === null) return []
  const known = await measuredBy(
    access,
    outcome.runs.map(({ id }) => id),
  )
  return outcome.runs.map((run) => ({ ...run, measured: known.get(run.id) ?? null }))
}

/** New references must name existing runs; runs of older references may have been removed since. */
export async function checkRuns(
  access: ProjectAccess,
  named: readonly { id: string }[],
  before: Outcome | null,
): Promise<Result<null, Refusal>> {
  const old = new Set(before?.runs.map(({ id }) => id))
  const ids = named.map(({ id }) => id).filter((id) => !old.has(id))
  const known = await measuredBy(access, ids)
  const missing = ids.find((id) => !known.has(id))
  return missing === undefined ? ok(null) : err(unknown(`There is no run ${missing} in this project.`))
}

async function measuredBy({ queries }: ProjectAccess, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const found = await queries.runs.provenance({ ids, maxCommands: 0 })
  return new Map(
    found.map(({ id, product, version, benchmark, workload, hardware }) => [
      id,
      `${product} ${version} on ${hardware}: ${benchmark} ${workload}`,
    ]),
  )
}
