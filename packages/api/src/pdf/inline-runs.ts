import type { DefaultTreeAdapterTypes } from 'parse5'
import type { Run } from './content.ts'
import { mathRuns } from './math-runs.ts'

type Node = DefaultTreeAdapterTypes.ChildNode
export type Element = DefaultTreeAdapterTypes.Element

export const isElement = (node: Node): node is Element => 'tagName' in node
export const attribute = ({ attrs }: Element, name: string) => attrs.find((one) => one.name === name)?.value

const LINK = '#4338ca'
const STYLES: Readonly<Record<string, Partial<Run>>> = {
  strong: { bold: true },
  b: { bold: true },
  th: { bold: true },
  em: { italics: true },
  i: { italics: true },
  cite: { italics: true },
  code: { font: 'Mono', background: '#f1f1ee' },
  kbd: { font: 'Mono' },
  del: { decoration: 'lineThrough' },
  s: { decoration: 'lineThrough' },
  ins: { decoration: 'underline' },
  sup: { sup: true },
  sub: { sub: true },
  small: { fontSize: 8 },
}

export type InlineOptions = {
  /** Base of links without a host, because a PDF has no address. */
  base: string
  /**
   * The headings above the current position, innermost last; the next heading becomes a child of one of them in the
   * outline.
   */
  above: { level: number; id: string }[]
  /** True preserves line breaks and spaces, as in `pre`. */
  isPre?: boolean
}

/** The text of nodes with its styles; white space collapses as in a browser. */
export function inlineRuns(nodes: readonly Node[], options: InlineOptions, style: Partial<Run> = {}): Run[] {
  const runs: Run[] = []
  for (const node of nodes) {
    if ('value' in node)
      runs.push({ ...style, text: options.isPre ? node.value : node.value.replace(/[ \t\n\r\f]+/g, ' ') })
    else if (isElement(node)) runs.push(...runsOf(node, options, style))
  }
  return options.isPre ? runs : collapse(runs)
}

function runsOf(element: Element, options: InlineOptions, style: Partial<Run>): Run[] {
  const { tagName } = element
  if (tagName === 'br') return [{ ...style, text: '\n' }]
  if (tagName === 'math') return mathRuns(element).map((run) => ({ ...style, ...run }))
  if (tagName === 'input') return [{ ...style, text: attribute(element, 'checked') === undefined ? '☐ ' : '☑ ' }]
  if (tagName === 'img') return [{ ...style, text: attribute(element, 'alt') ?? '', italics: true }]
  if (tagName === 'script' || tagName === 'style' || tagName === 'svg' || tagName === 'template') return []
  const inner = { ...style, ...STYLES[tagName], ...(tagName === 'a' ? linkOf(element, options) : {}) }
  return inlineRuns(element.childNodes, { ...options, isPre: options.isPre === true }, inner)
}

function linkOf(element: Element, { base }: InlineOptions): Partial<Run> {
  const href = attribute(element, 'href')
  if (href === undefined) return {}
  if (href.startsWith('#')) return { linkToDestination: href.slice(1), color: LINK }
  return URL.canParse(href, base) ? { link: new URL(href, base).href, color: LINK } : {}
}

/** Collapses spaces across the borders of runs. */
function collapse(runs: readonly Run[]): Run[] {
  const result: Run[] = []
  for (const run of runs) {
    const last = result.at(-1)
    const text = last !== undefined && /\s$/.test(last.text) ? run.text.replace(/^ +/, '') : run.text
    if (text !== '') result.push({ ...run, text })
  }
  return result
}

export const isBlank = (runs: readonly Run[]) => runs.every(({ text }) => text.trim() === '')
