import { ok, type Result } from '@assay/domain/result'
import type { By } from '@assay/domain/specs/actions/permissions'
import { attachmentProblems } from '@assay/domain/specs/seal/attachment-problems'
import { sealedValues } from '@assay/domain/specs/seal/sealed-values'
import { verifySeal } from '@assay/domain/specs/seal/verify-seal'
import { SPEC_STATES, specName } from '@assay/domain/specs/spec'
import { z } from 'zod'
import type { ProjectAccess } from '../access/resolve-access.ts'
import type { AppError } from '../errors.ts'
import { findSpec } from './spec-access.ts'

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
      .array(z.object({ number: z.int(), kind: z.string(), at: z.string(), by: z.string().nullable() }))
      .describe('Recorded actions after the seal'),
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
  const { chain, content } = await access.queries.specs.sealed(found.value)
  const { title, state } = found.value.spec
  const report = verifySeal(chain, sealedValues(content))
  const { revisions } = content
  const names = new Set(revisions.flatMap(({ attachments }) => attachments.map(({ name }) => name)))
  const files = await access.queries.specAttachments.contents([...names])
  const problems = report.seal === null ? [] : attachmentProblems({ files, revisions })
  return ok({
    ...{ name: specName(found.value.spec), title, state },
    ...report,
    problems: [...problems, ...report.problems],
  })
}
