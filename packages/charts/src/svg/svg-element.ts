import { escapeHtml } from '@assay/domain/compare/render/escape-html'

/** An element of a drawing. Names of attributes are those of React; `svgText` writes those of SVG. */
export type SvgElement = {
  tag: 'svg' | 'rect' | 'line' | 'polyline' | 'circle' | 'path' | 'text'
  attributes: Readonly<Record<string, string | number | undefined>>
  /** Elements inside, or the text of a text. */
  content?: readonly SvgElement[] | string
}

/** Writes a drawing as a file that needs no script, style sheet or font; every text is escaped. */
export function svgText({ tag, attributes, content }: SvgElement): string {
  const written = Object.entries(attributes).map(([name, value]) =>
    value === undefined ? '' : ` ${SVG_NAMES[name] ?? name}="${escapeHtml(String(value))}"`,
  )
  const opening = `<${tag}${written.join('')}`
  if (content === undefined) return `${opening}/>`
  if (typeof content === 'string') return `${opening}>${escapeHtml(content)}</${tag}>`
  return [`${opening}>`, ...content.map(svgText), `</${tag}>`].join('\n')
}

const SVG_NAMES: Readonly<Record<string, string>> = {
  fontFamily: 'font-family',
  fontSize: 'font-size',
  fontVariantNumeric: 'font-variant-numeric',
  fontWeight: 'font-weight',
  strokeDasharray: 'stroke-dasharray',
  strokeWidth: 'stroke-width',
  textAnchor: 'text-anchor',
}

type Drawing = {
  width: number
  height: number
  /** Description of the drawing for screen readers. */
  label: string
  background: string
  content: readonly SvgElement[]
  /** Attributes besides size and label. */
  attributes?: SvgElement['attributes']
}

/** A whole drawing on its background. */
export const svgDrawing = ({ width, height, label, background, content, attributes }: Drawing): SvgElement => ({
  tag: 'svg',
  attributes: {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: `0 0 ${width} ${height}`,
    ...{ width, height, role: 'img', 'aria-label': label, fontFamily: 'Inter, system-ui, sans-serif' },
    ...attributes,
  },
  content: [{ tag: 'rect', attributes: { width, height, fill: background } }, ...content],
})

/** A position in pixels with one decimal. */
export const pixels = (value: number): number => Math.round(value * 10) / 10
