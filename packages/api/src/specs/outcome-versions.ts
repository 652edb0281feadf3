import type { Outcome } from '@assay/domain/specs/spec'
import type { ProjectAccess } from '../access/resolve-access.ts'

/** A version with the feature of a spec, with its name in the project; null when no run of it is stored. */
export type OutcomeVersion = { text: string; known: { product: string; version: string } | null }

/** Finds versions by product and name, `Postgres 18.0`, or by a name that only one product has. */
export async function outcomeVersions(access: ProjectAccess, outcome: Outcome | null): Promise<OutcomeVersion[]> {
  if (outcome === null || outcome.versions.length === 0) return []
  const all = (await access.queries.versions.list()).map(({ product, name }) => ({ product, version: name }))
  return outcome.versions.map((text) => {
    const named = all.find(({ product, version }) => `${product} ${version}` === text)
    const alike = all.filter(({ version }) => version === text)
    return { text, known: named ?? (alike.length === 1 ? (alike[0] ?? null) : null) }
  })
}
