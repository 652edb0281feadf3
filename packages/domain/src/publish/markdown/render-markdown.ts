import rehypeKatex from 'rehype-katex'
import rehypeSanitize from 'rehype-sanitize'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { escapeHtml } from '../../compare/escape-html.ts'
import type { BoundLink } from '../../specs/evidence/evidence.ts'
import { assignBlockIds, type BlockIds } from './assign-block-ids.ts'
import { bindNumbers, type DrawnNumber } from './bind-numbers.ts'
import { boundMath } from './bound-math.ts'
import { holdLinks } from './hold-links.ts'
import { markdownProblem } from './markdown-limits.ts'
import { markdownSchema } from './schema.ts'
import { type Heading, shapeHeadings } from './shape-headings.ts'

export type RenderedMarkdown = {
  html: string
  /** In the order of the text. `depth` is the number of `#`; ids carry the prefix. */
  headings: Heading[]
}

export type MarkdownOptions = {
  /** Prefix of ids, unique on a page with several texts. Without it ids could shadow those that scripts use. */
  idPrefix?: string
  /**
   * The level that `#` gets in the page, whose title is level 1 already; below 2 only for a text whose headings all
   * have more `#` than one.
   */
  topLevel?: number
  /** Permanent ids of blocks; when present, they replace the ids of headings. */
  blocks?: BlockIds | null
  /** How a number is shown that is bound to a cell of a figure; without it, it is plain words. */
  drawNumber?: ((link: BoundLink) => DrawnNumber | null) | null
}

/**
 * Renders Markdown (GitHub's, with `$mathematics$`) as safe HTML: raw HTML is left out, elements and addresses pass an
 * allow-list, images of other hosts are links. Every page renders Markdown through this function. A text that exceeds
 * the limits is shown as source, below a sentence with the reason.
 */
export function renderMarkdown(text: string, options: MarkdownOptions = {}): RenderedMarkdown {
  const { idPrefix = 'text-', topLevel = 2, blocks = null, drawNumber = null } = options
  const problem = markdownProblem(text)
  if (problem !== null) return asWritten(text, problem)
  const headings: Heading[] = []
  const html = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(remarkMath)
    // Prefixes come once, from the sanitiser, or links to footnotes would miss.
    .use(remarkRehype, { clobberPrefix: '', footnoteLabelProperties: { className: ['visually-hidden'] } })
    .use(rehypeSanitize, markdownSchema(idPrefix))
    .use(shapeHeadings, { idPrefix, topLevel, headings })
    .use(holdLinks, { idPrefix })
    .use(assignBlockIds, { blocks, idPrefix })
    .use(bindNumbers, { draw: drawNumber })
    .use(boundMath)
    // KaTeX runs after the sanitizer, which would remove MathML. Without `trust` it writes no links and no scripts.
    .use(rehypeKatex, { output: 'mathml', trust: false, strict: 'ignore', maxExpand: 200, maxSize: 20 })
    .use(rehypeStringify)
    .processSync(text)
  return { html: String(html), headings }
}

function asWritten(text: string, problem: string): RenderedMarkdown {
  return {
    html: `<p><strong>${escapeHtml(problem)}</strong></p>\n<pre><code>${escapeHtml(text)}</code></pre>`,
    headings: [],
  }
}
