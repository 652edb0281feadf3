import type { Element, Root } from 'hast'
import rehypeParse from 'rehype-parse'
import rehypeRemark from 'rehype-remark'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import remarkStringify from 'remark-stringify'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { codeParagraphs } from './code-paragraphs.ts'
import { inlineStyles } from './inline-styles.ts'
import { listsAndCells } from './lists-and-cells.ts'
import { pastedSchema } from './pasted-schema.ts'
import { raisedLetters } from './raised-letters.ts'
import { styleOf } from './style-of.ts'
import { wordLists } from './word-lists.ts'

export type PastedMarkdown = {
  markdown: string
  /** True when the text is one paragraph or less, which can be inserted within a line. */
  isInline: boolean
  /** Number of images that a clipboard names but does not contain, such as files on another computer. */
  lostImages: number
  /** Images that the clipboard contains, in the order of the text. */
  images: PastedImage[]
}

export type PastedImage = {
  alt: string
  /** `data:image/png;base64,...` */
  dataUrl: string
  /** Markdown in the text that stands for the image until it is stored. */
  placeholder: string
}

/**
 * Converts HTML of a clipboard (Word, Google Docs, LibreOffice, a web page) to Markdown: headings, lists, tables,
 * links, emphasis and code stay, everything else becomes its text. Elements and URLs pass an allow-list.
 *
 * @returns null when the plain text of the clipboard says the same: source code, or words without any markup.
 */
export function htmlToMarkdown(html: string): PastedMarkdown | null {
  const tree = PARSER.parse(html)
  if (isSourceCode(tree)) return null
  const { lost: lostImages, dataUrls } = takeImages(tree)
  const document = CONVERTER.runSync(tree)
  const [only] = document.children
  const isInline = document.children.length < 2 && (only === undefined || only.type === 'paragraph')
  if (isInline && (only?.type !== 'paragraph' || only.children.every(({ type }) => type === 'text'))) return null
  const markdown = CONVERTER.stringify(document).trimEnd()
  return { markdown, isInline, lostImages, images: imagesIn(markdown, dataUrls) }
}

/** Converts a whole document in the same way, such as a mail without plain text. */
export function htmlDocumentToMarkdown(html: string): string {
  const tree = PARSER.parse(html)
  takeImages(tree, { keepsContent: false })
  return CONVERTER.stringify(CONVERTER.runSync(tree)).trimEnd()
}

const PARSER = unified().use(rehypeParse, { fragment: true }).freeze()

const CONVERTER = unified()
  .use(wordLists)
  .use(raisedLetters)
  .use(inlineStyles)
  .use(listsAndCells)
  .use(codeParagraphs)
  .use(rehypeSanitize, pastedSchema)
  .use(rehypeRemark)
  .use(tightLists)
  .use(remarkGfm, { tablePipeAlign: false })
  // Its extension escapes dollar signs, which would begin a formula.
  .use(remarkMath)
  .use(remarkStringify, {
    bullet: '-',
    rule: '-',
    listItemIndent: 'one',
    handlers: {
      // Underscores within a word are not markup in GitHub's Markdown, and names such as read_only are common here.
      text: (node: { value: string }, _parent, state, info) =>
        state.safe(node.value, info).replaceAll(/(?<=[\p{L}\p{N}])\\_(?=[\p{L}\p{N}])/gu, '_'),
    },
  })
  .freeze()

/** The fields of remark nodes that are read here. */
type MarkdownNode = { type: string; spread?: boolean | null; children?: MarkdownNode[] }

/**
 * Lists whose items have one paragraph each are tight; rehype-remark makes each list with a longer list in it loose.
 */
function tightLists() {
  return (tree: MarkdownNode): void => tighten(tree)
}

function tighten(node: MarkdownNode): void {
  const children = node.children ?? []
  for (const child of children) tighten(child)
  if (node.type === 'listItem') node.spread = children.filter(({ type }) => type === 'paragraph').length > 1
  if (node.type === 'list') node.spread = children.some(({ spread }) => spread === true)
}

/** Editors of code copy preformatted text, which is Markdown source more often than a document. */
function isSourceCode({ children }: Root): boolean {
  const shown = children.filter(
    (child): child is Element => child.type === 'element' && !['meta', 'style', 'link'].includes(child.tagName),
  )
  const [only] = shown
  return (
    shown.length === 1 &&
    only !== undefined &&
    (only.tagName === 'pre' || (styleOf(only).get('white-space') ?? '').startsWith('pre'))
  )
}

/** Address of the images that a clipboard contains, followed by their number. */
const PASTED = 'https://pasted.invalid/'

/**
 * Removes images that are not on the web, and counts them. Images that the clipboard contains get a placeholder as their
 * address.
 */
function takeImages(tree: Root, { keepsContent = true } = {}): { lost: number; dataUrls: string[] } {
  let lost = 0
  const dataUrls: string[] = []
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName !== 'img' || parent === undefined || index === undefined) return
    const src = String(node.properties.src ?? '')
    if (/^https?:/i.test(src)) return
    if (keepsContent && /^data:image\/[^,]*;base64,/i.test(src)) {
      node.properties.src = `${PASTED}${dataUrls.push(src)}`
      return
    }
    lost++
    parent.children.splice(index, 1)
    return index
  })
  return { lost, dataUrls }
}

/** The images of a text in their order, which tables and lists of the converter may have changed. */
function imagesIn(markdown: string, dataUrls: readonly string[]): PastedImage[] {
  const shown = markdown.matchAll(/!\[((?:\\.|[^\]\\])*)\]\(https:\/\/pasted\.invalid\/(\d+)\)/g)
  return Array.from(shown, ([placeholder, alt = '', number]) => ({
    ...{ placeholder, alt: alt.replaceAll(/\\(.)/g, '$1'), dataUrl: dataUrls[Number(number) - 1] ?? '' },
  }))
}
