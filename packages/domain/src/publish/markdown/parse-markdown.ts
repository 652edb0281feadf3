import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { markdownProblem } from './markdown-limits.ts'

const parser = unified().use(remarkParse).use(remarkGfm).use(remarkMath)

/** The fields of remark nodes that are read here. */
export type MarkdownNode = {
  type: string
  value?: string
  alt?: string | null
  depth?: number
  lang?: string | null
  children?: MarkdownNode[]
  position?: { start: { offset?: number }; end: { offset?: number } }
}

/**
 * Parses Markdown (GitHub flavor with `$mathematics$`). A text that exceeds the limits of rendering, which a parser needs
 * seconds or too much stack for, is one paragraph, because pages show it as it was written.
 */
export function parseMarkdown(text: string): MarkdownNode {
  if (markdownProblem(text) === null) {
    // Every node of remark has these fields or lacks them; remark's own types are a union of thirty.
    return parser.parse(text) as MarkdownNode
  }
  const position = { start: { offset: 0 }, end: { offset: text.length } }
  return { type: 'root', children: [{ type: 'paragraph', position, children: [{ type: 'text', value: text }] }] }
}
