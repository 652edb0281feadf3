import type { SpecRevision } from '@assay/db/types'
import { renderSpec } from '@assay/domain/publish/markdown/render-spec'
import { identifyBlocks } from '@assay/domain/specs/anchor/align-blocks'
import { checkText } from '@assay/domain/specs/check-text'
import { evidenceChecks } from '@assay/domain/specs/evidence/evidence'
import { numbersOnPage } from '@assay/domain/specs/evidence/insert-figures'
import type { By } from '@assay/domain/specs/permissions'
import { SpecText } from '@assay/domain/specs/spec-content'
import { z } from 'zod'
import type { ProjectAccess } from '../access/resolve-access.ts'
import type { Services } from '../services.ts'
import { previewEvidence } from './freeze-evidence.ts'
import { findSpec } from './spec-access.ts'

export const PreviewInput = z.object({
  text: SpecText,
  /** The base revision, whose frozen figures are shown unchanged. */
  of: z
    .object({ name: z.string().max(20), revision: z.int().min(1) })
    .nullable()
    .default(null),
  /** Numbers of figures to freeze again. */
  freezeAnew: z.array(z.int().min(1)).max(1_000).default([]),
})

/** Returns the revision that a text is based on; null when the caller cannot see it. */
export async function readBase(
  access: ProjectAccess,
  by: By,
  { name, revision }: { name: string; revision: number },
): Promise<SpecRevision | null> {
  const found = await findSpec(access, by, name)
  return found.ok ? access.queries.specs.revision(found.value.id, revision) : null
}

type TextToPreview = { text: string; before: SpecRevision | null; freezeAnew: readonly number[]; now: Date }

export async function previewSpec(
  services: Services,
  access: ProjectAccess,
  { text, before, freezeAnew, now }: TextToPreview,
) {
  // New blocks get ids after the highest known one. Otherwise an inserted paragraph would change the ids of all later
  // blocks, and with them the whole preview.
  const known = before?.blocks ?? []
  const { blocks } = identifyBlocks(known, text, 1 + Math.max(0, ...known.map(({ id }) => Number(id.slice(1)))))
  const evidence = await previewEvidence(services, access, { text, blocks }, { before, anew: freezeAnew, now })
  const { figures } = evidence
  const { parts } = renderSpec(text, blocks, new Map(), { figures, figure: () => '', number: numbersOnPage(evidence) })
  return { parts, checks: [...checkText(text, blocks), ...evidenceChecks(evidence)], evidence }
}
