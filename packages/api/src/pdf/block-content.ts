import { type DefaultTreeAdapterTypes, serializeOuter } from 'parse5'
import type { Content } from './content.ts'
import { attribute, type Element, type InlineOptions, inlineRuns, isBlank, isElement } from './inline-runs.ts'
import { textContent } from './split-runs.ts'
import { tableContent } from './table-content.ts'

type Node = DefaultTreeAdapterTypes.ChildNode

/** Width of an A4 page between its margins, in points. */
const PAGE_WIDTH = 483
const HEADING = /^h([1-6])$/
const LEFT_OUT = new Set(['script', 'style', 'template', 'nav', 'form', 'button', 'head'])
const BLOCKS = new Set(
  'address article aside blockquote details dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main ol p pre section summary svg table ul'.split(
    ' ',
  ),
)

/** Converts HTML nodes to pdfmake content. */
export function blockContent(nodes: readonly Node[], options: InlineOptions): Content[] {
  const content: Content[] = []
  let line: Node[] = []
  const endLine = () => {
    const runs = inlineRuns(line, options)
    if (!isBlank(runs)) content.push({ ...textContent(runs), style: 'paragraph' })
    line = []
  }
  for (const node of nodes) {
    if (!isElement(node) || !(BLOCKS.has(node.tagName) || LEFT_OUT.has(node.tagName))) {
      line.push(node)
      continue
    }
    endLine()
    if (!LEFT_OUT.has(node.tagName)) content.push(...elementContent(node, options))
  }
  endLine()
  return content
}

function elementContent(element: Element, options: InlineOptions): Content[] {
  const { tagName, childNodes } = element
  const id = attribute(element, 'id')
  const attributes = id === undefined ? {} : { id }
  const level = HEADING.exec(tagName)?.[1]
  if (level !== undefined) return [headingContent(element, Number(level), options)]
  switch (tagName) {
    case 'p':
    case 'dt':
    case 'figcaption':
    case 'summary': {
      const text = inlineRuns(childNodes, options)
      const style = tagName === 'p' ? 'paragraph' : tagName === 'figcaption' ? 'caption' : 'term'
      const words: Content[] = isBlank(text) ? [] : [{ ...textContent(text), style, ...attributes }]
      return [...words, ...imageContent(childNodes)]
    }
    case 'ul':
    case 'ol': {
      const items = childNodes.filter(isElement).map((item) => ({ stack: blockContent(item.childNodes, options) }))
      if (items.length === 0) return []
      const start = Number.parseInt(attribute(element, 'start') ?? '1', 10)
      return [tagName === 'ul' ? { ul: items, style: 'list' } : { ol: items, start, style: 'list' }]
    }
    case 'pre': {
      const text = inlineRuns(childNodes, { ...options, isPre: true }).map(({ background: _, ...run }) => run)
      return [boxed({ ...textContent(text, { isPre: true }), style: 'code' }, 'code')]
    }
    case 'blockquote':
      return [boxed({ stack: blockContent(childNodes, options) }, 'quote')]
    case 'dd':
      return [{ stack: blockContent(childNodes, options), margin: [14, 0, 0, 0] }]
    case 'table':
      return tableContent(element, options)
    case 'hr':
      return [{ canvas: [{ type: 'line', x1: 0, y1: 4, x2: PAGE_WIDTH, y2: 4, lineWidth: 0.5, lineColor: '#c9c9c4' }] }]
    case 'svg':
      return [{ svg: serializeOuter(element), width: PAGE_WIDTH, margin: [0, 4, 0, 8] }]
    default: {
      const inner = blockContent(childNodes, options)
      return id === undefined || inner.length === 0 ? inner : [{ stack: inner, id }]
    }
  }
}

/** Images that the document contains follow the paragraph that they are in. PDF shows PNG, JPEG and SVG. */
function imageContent(nodes: readonly Node[]): Content[] {
  return nodes.flatMap((node): Content[] => {
    if (!isElement(node)) return []
    const source = node.tagName === 'img' ? (attribute(node, 'src') ?? '') : ''
    const margin: [number, number, number, number] = [0, 4, 0, 8]
    if (IMAGE.test(source)) return [{ image: source, fit: [PAGE_WIDTH, MAX_IMAGE_HEIGHT], margin }]
    const svg = SVG.exec(source)?.[1]
    if (svg !== undefined) return [{ svg: Buffer.from(svg, 'base64').toString('utf8'), width: PAGE_WIDTH, margin }]
    return imageContent(node.childNodes)
  })
}

/** Height in points that leaves room for a caption on the page. */
const MAX_IMAGE_HEIGHT = 600
const IMAGE = /^data:image\/(?:png|jpeg);base64,/
const SVG = /^data:image\/svg\+xml;base64,(.*)$/

function headingContent(element: Element, level: number, options: InlineOptions): Content {
  const { above } = options
  const id = attribute(element, 'id')
  while ((above.at(-1)?.level ?? 0) >= level) above.pop()
  const parent = above.at(-1)
  if (id !== undefined) above.push({ level, id })
  const text = inlineRuns(element.childNodes, options)
  return {
    text,
    ...(id === undefined ? {} : { id }),
    style: `h${level}`,
    headlineLevel: level,
    outline: true,
    outlineText: text.map((run) => run.text).join(''),
    ...(parent === undefined ? {} : { outlineParentId: parent.id }),
  }
}

const boxed = (content: Content, layout: 'code' | 'quote'): Content => ({
  table: { widths: ['*'], body: [[content]] },
  layout,
  margin: [0, 4, 0, 8],
})
