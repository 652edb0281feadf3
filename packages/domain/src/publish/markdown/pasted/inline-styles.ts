import type { Element, ElementContent, Root, RootContent } from 'hast'
import { visit } from 'unist-util-visit'
import { styleOf } from './style-of.ts'

const MONOSPACE = /\b(?:mono|monospace|consolas|courier|menlo|monaco|cascadia|inconsolata)\b|mono\b/

/** Makes elements of the styles of characters, and removes marks that a style takes back or that say nothing. */
export function inlineStyles() {
  return (tree: Root): void => {
    visit(tree, 'element', (node) => {
      if (node.tagName === 'a') node.properties.href = addressOf(node)
    })
    tree.children = tree.children.flatMap((child): RootContent[] =>
      child.type === 'element' ? styled(child, NOTHING) : [child],
    )
    visit(tree, 'text', (node) => {
      node.value = node.value.replaceAll('\u00a0', ' ')
    })
  }
}

type Marks = { strong: boolean; em: boolean; del: boolean; code: boolean }
const NOTHING: Marks = { strong: false, em: false, del: false, code: false }
const ELEMENT_OF: Record<keyof Marks, string> = { strong: 'strong', em: 'em', del: 'del', code: 'code' }

const INLINE = new Set([
  'span',
  'font',
  'b',
  'i',
  's',
  'u',
  'strike',
  'strong',
  'em',
  'del',
  'code',
  'tt',
  'kbd',
  'samp',
])

/** The element with its inline styles as elements; an inline element is replaced by its children. */
function styled(node: Element, around: Marks): ElementContent[] {
  const isHeading = /^h[1-6]$/.test(node.tagName)
  const isInline = INLINE.has(node.tagName)
  // A heading is bold and preformatted text is code, so these marks would repeat what the block says.
  const outer: Marks = isHeading || node.tagName === 'th' ? { ...around, strong: true } : around
  const own = isInline ? marksOf(node) : NOTHING
  const inner: Marks =
    node.tagName === 'pre'
      ? { strong: true, em: true, del: true, code: true }
      : isInline
        ? {
            strong: own.strong || outer.strong,
            em: own.em || outer.em,
            del: own.del || outer.del,
            code: own.code || outer.code,
          }
        : outer
  const children = node.children.flatMap((child) => (child.type === 'element' ? styled(child, inner) : [child]))
  // A link within the document has no target here.
  if (node.tagName === 'a' && node.properties.href === undefined) return children
  if (!isInline) return [{ ...node, children }]
  const added = MARKS.filter((mark) => own[mark] && !outer[mark])
  return added.length === 0 || hasBlocks(children) ? children : wrapped(children, added)
}

const MARKS = ['del', 'em', 'strong', 'code'] as const satisfies (keyof Marks)[]

function marksOf(node: Element): Marks {
  const { tagName } = node
  const style = styleOf(node)
  const weight = style.get('font-weight')
  const isBold = weight === undefined ? ['b', 'strong'].includes(tagName) : /^(?:bold|bolder|[6-9]00)$/.test(weight)
  const slant = style.get('font-style')
  const isItalic = slant === undefined ? ['i', 'em'].includes(tagName) : slant.startsWith('italic')
  const fonts = `${style.get('font-family') ?? ''} ${String(node.properties.face ?? '').toLowerCase()}`
  return {
    strong: isBold,
    em: isItalic,
    del: ['s', 'strike', 'del'].includes(tagName) || /line-through/.test(style.get('text-decoration') ?? ''),
    code: ['code', 'tt', 'kbd', 'samp'].includes(tagName) || MONOSPACE.test(fonts),
  }
}

/**
 * Wraps the words in marks; spaces at the ends stay outside, because a mark next to a space is not a mark in Markdown.
 */
function wrapped(children: ElementContent[], marks: readonly (keyof Marks)[]): ElementContent[] {
  const words = textOfAll(children)
  if (words.trim() === '') return children
  const [first, last] = [children[0], children.at(-1)]
  let [before, after] = ['', '']
  if (first?.type === 'text') {
    before = /^\s*/.exec(first.value)?.[0] ?? ''
    first.value = first.value.slice(before.length)
  }
  if (last?.type === 'text') {
    after = /\s*$/.exec(last.value)?.[0] ?? ''
    last.value = last.value.slice(0, last.value.length - after.length)
  }
  const marked = marks.reduceRight<ElementContent[]>(
    (inner, mark) => [{ type: 'element', tagName: ELEMENT_OF[mark], properties: {}, children: inner }],
    children,
  )
  return [textNode(before), ...marked, textNode(after)].filter((node) => node.type !== 'text' || node.value !== '')
}

const textNode = (value: string): ElementContent => ({ type: 'text', value })

const textOfAll = (nodes: readonly ElementContent[]): string =>
  nodes
    .map((node) => (node.type === 'text' ? node.value : node.type === 'element' ? textOfAll(node.children) : ''))
    .join('')

const BLOCKS = /^(?:h[1-6]|p|div|ul|ol|table|pre|blockquote|hr)$/

/** Google Docs wraps a whole selection into one inline element. */
const hasBlocks = (nodes: readonly ElementContent[]): boolean =>
  nodes.some((node) => node.type === 'element' && (BLOCKS.test(node.tagName) || hasBlocks(node.children)))

/**
 * The target of a link to a page or mail address, without the address of Google's own that Google Docs puts before it.
 */
function addressOf({ properties: { href } }: Element): string | undefined {
  if (typeof href !== 'string' || href.startsWith('#') || !URL.canParse(href)) return undefined
  const url = new URL(href)
  if (!['http:', 'https:', 'mailto:'].includes(url.protocol)) return undefined
  const target = url.hostname === 'www.google.com' && url.pathname === '/url' ? url.searchParams.get('q') : null
  return target ?? href
}
