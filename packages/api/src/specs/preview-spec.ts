import type { SpecRevision } from '@assay/db/types'
import { pathOfProject } from '@assay/domain/projects/project-key'
import { renderSpec } from '@assay/domain/publish/markdown/render-spec'
import type { By } from '@assay/domain/specs/actions/permissions'
import { identifyBlocks } from '@assay/domain/specs/anchor/align-blocks'
import { attachmentNamesIn, withAttachments } from '@assay/domain/specs/attachments/attachment'
import { diagramAlt, withDiagrams } from '@assay/domain/specs/attachments/diagram'
import { sanitizeSvg } from '@assay/domain/specs/attachments/sanitize-svg'
import { evidenceChecks } from '@assay/domain/specs/evidence/evidence'
import { numbersOnPage } from '@assay/domain/specs/evidence/insert-figures'
import { SpecText } from '@assay/domain/specs/spec-content'
import { checkText } from '@assay/domain/specs/text/check-text'
import { z } from 'zod'
import type { ProjectAccess } from '../access/resolve-access.ts'
import type { Services } from '../services.ts'
import { drawDiagram, sourcesIn } from './draw-diagrams.ts'
import { previewEvidence } from './freeze-evidence.ts'
import { findSpec } from './spec-access.ts'

export const PreviewInput = z.object({
  text: SpecText,
  /** The base revision, whose frozen figures are shown unchanged. */
  of: z
    .object({ name: z.string().max(20), revision: z.int32().min(1) })
    .nullable()
    .default(null),
  /** Numbers of figures to freeze again. */
  freezeAnew: z.array(z.int32().min(1)).max(1_000).default([]),
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

type TextToPreview = {
  text: string
  /** Name of the spec, when it exists. */
  name: string | null
  before: SpecRevision | null
  freezeAnew: readonly number[]
  now: Date
}

export async function previewSpec(
  services: Services,
  access: ProjectAccess,
  by: By,
  { text, name, before, freezeAnew, now }: TextToPreview,
) {
  // New blocks get ids after the highest known one. Otherwise an inserted paragraph would change the ids of all later
  // blocks, and with them the whole preview.
  const known = before?.blocks ?? []
  const { blocks } = identifyBlocks(known, text, 1 + Math.max(0, ...known.map(({ id }) => Number(id.slice(1)))))
  const evidence = await previewEvidence(services, access, { text, blocks }, { before, anew: freezeAnew, now })
  const { figures } = evidence
  const { parts } = renderSpec(text, blocks, new Map(), { figures, figure: () => '', number: numbersOnPage(evidence) })
  const diagrams = await previewDiagrams(access, text)
  const attachments = await previewAttachments(access, by, { text, name, before })
  return {
    parts: parts.map((part) => withAttachments(withDiagrams(part, diagrams.drawingOf), attachments.addressOf)),
    checks: [...checkText(text, blocks), ...evidenceChecks(evidence), ...attachments.checks, ...diagrams.checks],
    evidence,
  }
}

/** Drawings of the diagrams within the page, because nothing is stored before the revision is saved. */
async function previewDiagrams(access: ProjectAccess, text: string) {
  const drawings = new Map<string, { src: string } | { problem: string }>()
  for (const source of sourcesIn(text)) {
    const drawn = await drawDiagram(access, source)
    const clean = drawn.ok ? sanitizeSvg(drawn.value) : drawn
    const address = (svg: string) => `data:image/svg+xml;base64,${Buffer.from(svg, 'utf8').toString('base64')}`
    drawings.set(source, clean.ok ? { src: address(clean.value) } : { problem: clean.error })
  }
  const undescribed = [...drawings.keys()].filter((source) => diagramAlt(source) === '').length
  return {
    drawingOf: (source: string) => drawings.get(source) ?? null,
    checks: [
      ...[...drawings.values()].flatMap((drawing) => ('problem' in drawing ? [drawing.problem] : [])),
      ...(undescribed === 0
        ? []
        : [
            'A diagram has no description for people who cannot see it. Begin its source with a comment: two slashes and a sentence.',
          ]),
    ],
  }
}

/** Addresses of attachments: those of the base revision at its spec, own uploads without one. */
async function previewAttachments(
  access: ProjectAccess,
  by: By,
  { text, name: spec, before }: Pick<TextToPreview, 'text' | 'name' | 'before'>,
) {
  const names = attachmentNamesIn(text)
  const known = await access.queries.specAttachments.describe(names, by.person.key, before?.attachments ?? [])
  const specs = `${pathOfProject(access.project)}/specs`
  const isStored = (name: string) => before?.attachments.some((one) => one.name === name) === true
  const addressOf = (name: string): string | null => {
    if (!known.some((one) => one.name === name)) return null
    return isStored(name) && spec !== null ? `${specs}/${spec}/attachments/${name}` : `${specs}/attachments/${name}`
  }
  const missing = names.filter((name) => addressOf(name) === null)
  return { addressOf, checks: missing.map((name) => `The attachment ${name} is missing. Upload it again.`) }
}
