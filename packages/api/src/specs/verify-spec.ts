import { ok, type Result } from '@assay/domain/result'
import type { By } from '@assay/domain/specs/actions/permissions'
import { attachmentProblems } from '@assay/domain/specs/seal/attachment-problems'
import type { SealLink } from '@assay/domain/specs/seal/seal-chain'
import { sealedValues } from '@assay/domain/specs/seal/sealed-values'
import { verifySeal } from '@assay/domain/specs/seal/verify-seal'
import type { SealProblem } from '@assay/domain/specs/seal/withheld-values'
import { SPEC_STATES, specName } from '@assay/domain/specs/spec'
import { z } from 'zod'
import type { ProjectAccess } from '../access/resolve-access.ts'
import type { AppError } from '../errors.ts'
import { moveIfLong } from '../http/move-request.ts'
import { findSpec } from './spec-access.ts'
import { sha256Of } from './write-spec.ts'

export const VerifiedSpec = z
  .object({
    name: z.string(),
    title: z.string(),
    state: z.enum(SPEC_STATES),
    seal: z
      .object({
        number: z.int(),
        kind: z.string().describe('resolve, or sealed-later for a spec that was resolved before it could be sealed'),
        at: z.string(),
        sha256: z.string(),
      })
      .nullable()
      .describe('The newest seal; null for a spec that was never resolved'),
    later: z
      .array(
        z.object({ number: z.int(), kind: z.string(), at: z.string(), by: z.string().nullable(), sha256: z.string() }),
      )
      .describe('Recorded actions after the seal; the sha256 of the newest one covers all before it'),
    withheld: z.int().describe('Values that were redacted; their hashes were verified'),
    problems: z
      .array(z.object({ link: z.int().nullable(), path: z.string().nullable(), message: z.string() }))
      .describe('Differences that no recorded action explains; empty for an intact record'),
  })
  .meta({ id: 'VerifiedSpec' })
export type VerifiedSpec = z.infer<typeof VerifiedSpec>

/** Compares the stored spec with its seal and the actions that were recorded after it. */
export async function verifySpec(access: ProjectAccess, by: By, name: string): Promise<Result<VerifiedSpec, AppError>> {
  const found = await findSpec(access, by, name)
  if (!found.ok) return found
  const { specs } = access.queries
  const { id } = found.value
  const { chain, content } = await specs.sealed(found.value)
  await moveIfLong(...content.revisions.map(({ text }) => text))
  const { title, state } = found.value.spec
  const report = verifySeal(chain, sealedValues(content))
  const { revisions } = content
  const names = new Set(revisions.flatMap(({ attachments }) => attachments.map(({ name }) => name)))
  const files = await access.queries.specAttachments.contents([...names])
  const stored = [
    ...attachmentProblems({ files, revisions }),
    ...revisions.flatMap(({ number, text, sha256 }) =>
      sha256Of(text) === sha256 ? [] : [problem(`/revisions/${number}`, 'Its text does not match its hash.')],
    ),
    ...(await specs.rowProblems(id)).map((path) => problem(path, 'A column of its row is not what its content says.')),
  ]
  const isEnded = state === 'resolved' || state === 'superseded'
  return ok({
    ...{ name: specName(found.value.spec), title, state },
    ...report,
    problems: [
      ...(report.seal === null ? [] : stored),
      ...(report.seal === null && isEnded ? [problem(null, 'The spec is resolved, but its seal is missing.')] : []),
      ...auditProblems(chain, await specs.lastSealRecorded(id)),
      ...report.problems,
    ],
  })
}

const problem = (path: string | null, message: string): SealProblem => ({ link: null, path, message })

/** The audit log has the hash of each link, so links that were removed from the end of the chain are noticed. */
function auditProblems(chain: readonly SealLink[], recorded: string | null): SealProblem[] {
  if (recorded === null || chain.at(-1)?.sha256 === recorded) return []
  const message = chain.some(({ sha256 }) => sha256 === recorded)
    ? 'The audit log has no event for the last link.'
    : `The audit log has a later link, with the hash ${recorded}, that was removed or replaced.`
  return [{ link: chain.at(-1)?.number ?? null, path: null, message }]
}
