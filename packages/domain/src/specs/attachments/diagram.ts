import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { parseFragment } from 'parse5'
import { escapeHtml } from '../../compare/render/escape-html.ts'
import { type Attachment, attachmentAddress } from './attachment.ts'

// A code block of the language `dot` is the source of a diagram. Its drawing is made once, when a revision is saved, and
// is an attachment of that revision which names the hash of its source.

/** Maximum characters of the source of a diagram. */
export const MAX_DIAGRAM_CHARACTERS = 50_000

const CODE = /<pre([^>]*)><code class="language-(?:dot|graphviz)">([\s\S]*?)<\/code><\/pre>/g

/** True for a text that may have diagrams. */
export const mayHaveDiagrams = (text: string): boolean => /^[ \t]*(?:`{3,}|~{3,})[ \t]*(?:dot|graphviz)\b/m.test(text)

/** The sources of the diagrams in markup of `renderSpec`, in their order. */
export const diagramSources = (html: string): string[] =>
  [...html.matchAll(CODE)].map(([, , code = '']) => textOf(code))

/** The hash by which an attachment names the source that it was drawn from. */
export const diagramSha256 = (source: string): string => bytesToHex(sha256(utf8ToBytes(source)))

/** Alternative text of a diagram: the comment on the first line of its source; empty without one. */
export function diagramAlt(source: string): string {
  const [, line, block, hash] = /^\s*(?:\/\/\s*(.*)|\/\*\s*([\s\S]*?)\s*\*\/|#\s*(.*))/.exec(source) ?? []
  return (line ?? block ?? hash ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, 300)
}

/**
 * Replaces the sources of diagrams in markup of `renderSpec` by their drawings, each with its source below it. A diagram
 * without a drawing stays as code.
 *
 * @param drawingOf address of the drawing of a source, or a sentence that says why there is none; null for neither
 */
export function withDiagrams(
  html: string,
  drawingOf: (source: string) => { src: string } | { problem: string } | null,
): string {
  if (!html.includes('language-dot"') && !html.includes('language-graphviz"')) return html
  return html.replaceAll(CODE, (all, attributes: string, code: string) => {
    const source = textOf(code)
    const drawing = drawingOf(source)
    if (drawing === null) return all
    if ('problem' in drawing) return `${all}<p><strong>${escapeHtml(drawing.problem)}</strong></p>`
    const alt = escapeHtml(diagramAlt(source) || 'Diagram')
    return `<figure${attributes}><img src="${drawing.src}" alt="${alt}" loading="lazy"><details><summary>Source</summary><pre><code class="language-dot">${code}</code></pre></details></figure>`
  })
}

/** The drawings that a revision has, for `withDiagrams`; `withAttachments` then replaces their addresses. */
export function drawingsIn(attachments: readonly Attachment[]) {
  const bySource = new Map(attachments.flatMap(({ diagram, name }) => (diagram === undefined ? [] : [[diagram, name]])))
  return (source: string): { src: string } | null => {
    const name = bySource.get(diagramSha256(source))
    return name === undefined ? null : { src: attachmentAddress(name) }
  }
}

const textOf = (code: string): string =>
  parseFragment(code)
    .childNodes.map((node) => ('value' in node ? node.value : ''))
    .join('')
