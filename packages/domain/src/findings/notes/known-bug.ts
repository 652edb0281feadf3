import { z } from 'zod'
import { isSameOrLater } from '../../run/compare-versions.ts'
import { noteText, Slug, WebLink } from './note-text.ts'

const name = noteText(200)

/** Input for a known bug that explains numbers. */
export const NewKnownBug = z
  .strictObject({
    /** Name in the bug tracker: `13996`, `SERVER-13382`. */
    bug: name,
    product: name,
    /** Effect of the bug on results, in one sentence of our own. */
    title: noteText(200),
    about: noteText(5_000).nullish(),
    link: WebLink.nullish(),
    /** First affected version, and first version with the fix. Without both, the bug affects no results. */
    affectedFrom: name.nullish(),
    fixedIn: name.nullish(),
    /** Affected tests; empty for all. `overwrite*` matches by prefix. */
    tests: z.array(name).max(200).default([]),
    workloads: z.array(name).max(200).default([]),
    source: z.strictObject({ name: noteText(500), url: WebLink.nullish() }).nullish(),
  })
  .meta({ id: 'NewKnownBug', description: 'A bug that explains numbers' })
export type NewKnownBug = z.infer<typeof NewKnownBug>

export const KnownBug = z
  .object({
    id: z.uuid(),
    slug: Slug,
    bug: z.string(),
    product: z.string(),
    title: z.string(),
    about: z.string().nullable(),
    link: z.string().nullable(),
    affectedFrom: z.string().nullable(),
    fixedIn: z.string().nullable(),
    tests: z.array(z.string()),
    workloads: z.array(z.string()),
    source: z.object({ name: z.string(), url: z.string().nullable() }).nullable(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'KnownBug' })
export type KnownBug = z.infer<typeof KnownBug>

/** Facts about a result or a run; a missing fact does not exclude the bug. */
type Touched = { product: string; version: string; test?: string | undefined; workload?: string | undefined }

/**
 * True when the bug affects results of that version, test and workload. Versions are compared by number:
 * 18.0 is 18, and 9.7.2 comes after 9.7. A bug without a range affects no results, because its versions are unknown.
 */
export function touches(
  bug: Pick<KnownBug, 'product' | 'affectedFrom' | 'fixedIn' | 'tests' | 'workloads'>,
  { product, version, test, workload }: Touched,
): boolean {
  if (product !== bug.product || (bug.affectedFrom === null && bug.fixedIn === null)) return false
  if (bug.affectedFrom !== null && !isSameOrLater(version, bug.affectedFrom)) return false
  if (bug.fixedIn !== null && isSameOrLater(version, bug.fixedIn)) return false
  return isNamed(bug.tests, test) && isNamed(bug.workloads, workload)
}

function isNamed(patterns: readonly string[], value: string | undefined): boolean {
  if (value === undefined || patterns.length === 0) return true
  return patterns.some((pattern) =>
    pattern.endsWith('*') ? value.startsWith(pattern.slice(0, -1)) : value === pattern,
  )
}

/** The affected versions as text: "from 10.6.2, fixed in 10.7". */
export function affectedVersions({ affectedFrom, fixedIn }: Pick<KnownBug, 'affectedFrom' | 'fixedIn'>): string {
  if (affectedFrom === null && fixedIn === null) return 'versions not known'
  const from = affectedFrom === null ? 'all versions' : `from ${affectedFrom}`
  return fixedIn === null
    ? `${from}, not fixed`
    : affectedFrom === null
      ? `before ${fixedIn}`
      : `${from}, fixed in ${fixedIn}`
}
