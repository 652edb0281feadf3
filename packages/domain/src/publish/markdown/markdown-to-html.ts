import rehypeKatex from 'rehype-katex'
import rehypeSanitize from 'rehype-sanitize'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { escapeHtml } from '../../compare/render/escape-html.ts'
import type { BoundLink } from '../../specs/evidence/evidence.ts'
import { assignBlockIds, type BlockIds } from './assign-block-ids.ts'
import { bindNumbers, type DrawnNumber } from './bind-numbers.ts'
import { boundMath } from './bound-math.ts'
import { markdownProblem } from './markdown-limits.ts'
import { type ResolveLink, resolveLinks } from './resolve-links.ts'
import { sanitizeLinks } from './sanitize-links.ts'
import { markdownSchema } from './sanitize-schema.ts'
import { type Heading, shapeHeadings } from './shape-headings.ts'
import { showSource } from './show-source.ts'

type RenderedMarkdown = {
  html: string
  /** Headings in document order. `depth` is the number of `#`; ids include the prefix. */
  headings: Heading[]
}

type MarkdownOptions = {
  /** Prefix of ids, unique on a page with several texts. Without it ids could shadow those that scripts use. */
  idPrefix?: string
  /** Level of `#` on the page, whose title has level 1; below 2 only for texts without a heading of a single `#`. */
  topLevel?: number
  /** Permanent ids of blocks; when present, they replace the ids of headings. */
  blocks?: BlockIds | null
  /** Returns the display of a number that is bound to a cell of a figure; without it such numbers are plain text. */
  drawNumber?: ((link: BoundLink) => DrawnNumber | null) | null
  /** Changes the addresses of links and images; they stay as written without it. */
  resolveLink?: ResolveLink | null
  /** Shows raw HTML, definitions and footnotes as they were written, so that no word is left out. */
  showsSource?: boolean
}

/**
 * Renders Markdown (GitHub flavor with `$mathematics$`) as safe HTML: raw HTML is left out, elements and URLs pass an
 * allow-list, images of other hosts become links. Every page renders Markdown with this function. A text that exceeds
 * the limits is shown as source, below a sentence with the reason.
 */
export function markdownToHtml(text: string, options: MarkdownOptions = {}): RenderedMarkdown {
  const { idPrefix = 'text-', topLevel = 2, blocks = null, drawNumber = null, resolveLink = null } = options
  const problem = markdownProblem(text)
  if (problem !== null) return asWritten(text, problem)
  const headings: Heading[] = []
  const html = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(remarkMath)
    .use(options.showsSource === true ? [showSource] : [])
    // The sanitizer adds the prefix; adding it here too would break links to footnotes.
    .use(remarkRehype, { clobberPrefix: '', footnoteLabelProperties: { className: ['visually-hidden'] } })
    .use(rehypeSanitize, markdownSchema(idPrefix))
    .use(resolveLinks, { resolve: resolveLink })
    .use(shapeHeadings, { idPrefix, topLevel, headings })
    .use(sanitizeLinks, { idPrefix })
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
