import { type DefaultTreeAdapterTypes, html as names, parseFragment } from 'parse5'
import { escapeHtml } from '../../compare/render/escape-html.ts'
import { err, ok, type Result } from '../../result.ts'

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

/** Maximum characters of an SVG. */
export const MAX_SVG_CHARACTERS = 500_000
const MAX_DEPTH = 100

/**
 * Writes an SVG anew from an allow-list of elements and attributes: no scripts, style sheets, links, foreign elements,
 * events, animations, or addresses outside of the drawing. Elements that are not on the list are removed with their
 * content, links with their address only.
 */
export function sanitizeSvg(source: string): Result<string, string> {
  if (source.length > MAX_SVG_CHARACTERS) {
    return err(`The drawing has more than ${MAX_SVG_CHARACTERS.toLocaleString('en-US')} characters.`)
  }
  const svg = parseFragment(source.replace(/^[\s\S]*?(?=<svg[\s>])/i, '')).childNodes.find(isSvg)
  if (svg === undefined) return err('The file has no SVG drawing.')
  return ok(written(svg, 0, new Set(idsWithUses(svg))))
}

const isElement = (node: Node): node is Element => 'tagName' in node
const isSvg = (node: Node): node is Element => isElement(node) && node.tagName === 'svg' && isDrawing(node)
/** HTML within a drawing is in another namespace. */
const isDrawing = ({ namespaceURI }: Element): boolean => namespaceURI === names.NS.SVG

function written(element: Element, depth: number, tooDeep: ReadonlySet<string>): string {
  const { tagName, childNodes } = element
  const inner =
    depth > MAX_DEPTH ? '' : childNodes.map((child) => writtenChild(child, tagName, depth, tooDeep)).join('')
  if (tagName === 'a') return `<g>${inner}</g>`
  const root = depth === 0 ? ' xmlns="http://www.w3.org/2000/svg"' : ''
  const attributes = element.attrs.flatMap(({ name, value }) => {
    const allowed = name === 'style' ? allowedStyle(value) : allowedValue(name, value)
    return allowed === null ? [] : [` ${name}="${escapeHtml(allowed)}"`]
  })
  return `<${tagName}${root}${attributes.join('')}>${inner}</${tagName}>`
}

function writtenChild(node: Node, parent: string, depth: number, tooDeep: ReadonlySet<string>): string {
  if (node.nodeName === '#text' && 'value' in node) {
    return TEXTS.has(parent) ? escapeHtml(node.value.replaceAll(NOT_XML, '')) : ''
  }
  if (!isElement(node) || !isDrawing(node) || !ELEMENTS.has(node.tagName)) return ''
  const isUseless = node.tagName === 'use' && (targetOf(node) === '' || tooDeep.has(targetOf(node)))
  return isUseless ? '' : written(node, depth + 1, tooDeep)
}

/** The id that an element refers to; empty when it refers to something else. */
const targetOf = ({ attrs }: Element): string =>
  (allowedValue('href', attrs.find(({ name }) => name === 'href')?.value ?? '') ?? '').slice(1)

/** Ids of elements that use others. A use of them could draw a few lines a billion times. */
function idsWithUses(element: Element): string[] {
  const children = element.childNodes.filter(isElement)
  const inside = children.flatMap(idsWithUses)
  const id = element.attrs.find(({ name }) => name === 'id')?.value
  const uses = element.tagName === 'use' || inside.includes('') || children.some(({ tagName }) => tagName === 'use')
  // The empty id marks that there is a use below, for the elements above.
  return uses ? [...inside, '', ...(id === undefined ? [] : [id])] : inside
}

/** Characters that XML 1.0 does not allow. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are removed
const NOT_XML = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

const TEXTS = new Set(['text', 'tspan', 'textPath', 'title', 'desc', 'a'])
const ELEMENTS = new Set([
  ...['svg', 'g', 'defs', 'symbol', 'use', 'title', 'desc', 'a', 'marker', 'clipPath'],
  ...['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text', 'tspan', 'textPath'],
  ...['linearGradient', 'radialGradient', 'stop'],
])

const PRESENTATION = new Set([
  ...['fill', 'fill-opacity', 'fill-rule', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-linecap', 'opacity'],
  ...[
    'stroke-linejoin',
    'stroke-dasharray',
    'stroke-dashoffset',
    'stroke-miterlimit',
    'color',
    'display',
    'visibility',
  ],
  ...['font-family', 'font-size', 'font-style', 'font-weight', 'text-anchor', 'dominant-baseline', 'letter-spacing'],
  ...['alignment-baseline', 'baseline-shift', 'text-decoration', 'clip-path', 'clip-rule', 'overflow'],
  ...['marker-start', 'marker-mid', 'marker-end', 'stop-color', 'stop-opacity', 'vector-effect', 'paint-order'],
])
const GEOMETRY = new Set([
  ...['id', 'x', 'y', 'x1', 'y1', 'x2', 'y2', 'cx', 'cy', 'r', 'rx', 'ry', 'fx', 'fy', 'dx', 'dy', 'd', 'points'],
  ...['width', 'height', 'viewBox', 'preserveAspectRatio', 'transform', 'gradientTransform', 'gradientUnits', 'offset'],
  ...[
    'spreadMethod',
    'clipPathUnits',
    'rotate',
    'markerWidth',
    'markerHeight',
    'markerUnits',
    'refX',
    'refY',
    'orient',
    'startOffset',
  ],
  ...['textLength', 'lengthAdjust', 'role', 'aria-label'],
])

/** The value of an attribute; null when it is not allowed. Addresses lead to a part of the same drawing only. */
function allowedValue(name: string, value: string): string | null {
  const clean = value.replaceAll(NOT_XML, '')
  if (name === 'href' || name === 'xlink:href') return /^#[\w.:-]+$/.test(clean.trim()) ? clean.trim() : null
  if (!PRESENTATION.has(name) && !GEOMETRY.has(name)) return null
  return isHarmless(clean) ? clean : null
}

/** A backslash could hide `url(` from this check. */
const isHarmless = (value: string): boolean =>
  !/\\|javascript:|expression\s*\(|@import|\/\*/i.test(value) &&
  [...value.matchAll(/url\s*\(\s*["']?\s*(.?)/gi)].every(([, first]) => first === '#')

/** The declarations of a style attribute that are allowed as attributes as well. */
function allowedStyle(value: string): string | null {
  const allowed = value.split(';').filter((declaration) => {
    const [name = '', ...rest] = declaration.split(':')
    return PRESENTATION.has(name.trim().toLowerCase()) && isHarmless(rest.join(':'))
  })
  return allowed.length === 0 ? null : allowed.map((one) => one.trim()).join(';')
}
