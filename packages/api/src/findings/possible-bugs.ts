import { explainingBugs } from '@assay/domain/findings/explaining-bugs'
import type { KnownBug } from '@assay/domain/findings/notes/known-bug'
import type { StoredFinding } from '@assay/domain/findings/stored-finding'

export type PossibleBug = Pick<KnownBug, 'slug' | 'product' | 'bug'>

/** Known bugs that may explain a finding, until a person confirms one. */
export const possibleBugs = (finding: StoredFinding, bugs: readonly KnownBug[]): PossibleBug[] =>
  finding.knownBug === null
    ? explainingBugs(finding, bugs).map(({ slug, product, bug }) => ({ slug, product, bug }))
    : []
