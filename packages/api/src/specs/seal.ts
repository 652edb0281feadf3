import { hash } from 'node:crypto'
import type { SpecSeal } from '@assay/db/types'
import { appendixOf } from '@assay/domain/specs/appendix/appendix'
import { appendixText } from '@assay/domain/specs/appendix/appendix-text'
import type { Spec } from '@assay/domain/specs/spec'

/** Returns the SHA-256 of the whole appendix as plain text. */
export const appendixSha256 = (spec: Spec): string => hash('sha256', appendixText(appendixOf(spec)), 'hex')

/** Returns the hash of the appendix of a spec that was just resolved, with its revision. */
export function sealOf(spec: Spec): SpecSeal {
  const round = spec.rounds.at(-1)
  return {
    round: round?.number ?? 1,
    revision: spec.revision,
    appendixSha256: appendixSha256(spec),
    at: round?.endedAt ?? '',
  }
}
