import { renderSpec } from '@assay/domain/publish/markdown/render-spec'
import { err, ok, type Result } from '@assay/domain/result'
import type { By } from '@assay/domain/specs/actions/permissions'
import { type Attachment, MAX_ATTACHMENTS } from '@assay/domain/specs/attachments/attachment'
import {
  diagramSha256,
  diagramSources,
  MAX_DIAGRAM_CHARACTERS,
  mayHaveDiagrams,
} from '@assay/domain/specs/attachments/diagram'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { INLINE_POOL } from '../worker-pool/worker-pool.ts'
import { prepareFile } from './prepare-file.ts'

type Access = Pick<ProjectAccess, 'project' | 'queries' | 'workers'>

/**
 * Draws the diagrams of a text that the revision before it does not have, and stores them as attachments. A source that
 * cannot be drawn gets no attachment, and is shown as code.
 */
export async function drawDiagrams(
  access: Access,
  by: By,
  { text, before }: { text: string; before: readonly Attachment[] },
): Promise<Attachment[]> {
  const attachments: Attachment[] = []
  for (const source of sourcesIn(text)) {
    const diagram = diagramSha256(source)
    const known = before.find((one) => one.diagram === diagram)
    if (known !== undefined) {
      attachments.push(known)
      continue
    }
    const drawn = await drawDiagram(access, source)
    const prepared = drawn.ok ? prepareFile('diagram.svg', Buffer.from(drawn.value, 'utf8')) : drawn
    if (!prepared.ok) continue
    const { content: _, ...file } = prepared.value
    await access.queries.specAttachments.add(prepared.value, by.person.key)
    attachments.push({ ...file, diagram })
  }
  return attachments
}

/** The sources of the diagrams of a text, each once. */
export const sourcesIn = (text: string): string[] =>
  mayHaveDiagrams(text) ? [...new Set(diagramSources(renderSpec(text, []).html))].slice(0, MAX_ATTACHMENTS) : []

/** @returns the drawing as SVG, or a sentence that says where the source is wrong. */
export async function drawDiagram(
  { project, workers }: Pick<Access, 'project' | 'workers'>,
  source: string,
): Promise<Result<string, string>> {
  if (source.length > MAX_DIAGRAM_CHARACTERS) {
    return err(`The source of a diagram has at most ${MAX_DIAGRAM_CHARACTERS.toLocaleString('en-US')} characters.`)
  }
  const drawn = await (workers ?? INLINE_POOL).run('draw-diagram', source, { key: project.id })
  if (!drawn.ok) return err(drawn.error.detail)
  const { svg, problem } = drawn.value
  return svg === null ? err(`The diagram cannot be drawn: ${problem}.`) : ok(svg)
}
