import { dashOf } from '@assay/charts/scales/chart-marks'
import type { ChartModel } from '@assay/domain/publish/chart/chart-model'
import { downloadBlob } from '../ui/download-blob.ts'
import { seriesColor } from './prepare-drawing.ts'
import { svgToPng } from './svg-to-png.ts'

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg'
/** Style properties that an SVG needs to look the same outside the page. */
const COPIED_STYLES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'font-size',
  'font-family',
  'font-weight',
] as const
const HEAD_HEIGHT = 52
const LEGEND_HEIGHT = 22
const PADDING = 14

type Picture = { body: HTMLElement; model: ChartModel; format: 'svg' | 'png' }

/**
 * Downloads a chart as a self-contained file: title, axis, legend and the colors of the current theme.
 * @returns false when nothing is drawn or the browser does not support it
 */
export async function saveChart({ body, model, format }: Picture): Promise<boolean> {
  const drawn = body.querySelector<SVGSVGElement>('[data-drawing] svg')
  if (drawn === null) return false
  const { text, width, height } = standaloneSvg(drawn, model)
  const svg = new Blob([text], { type: 'image/svg+xml' })
  const blob = format === 'svg' ? svg : await svgToPng(text, width, height)
  if (blob === null) return false
  downloadBlob(blob, `${model.id}.${format}`)
  return true
}

function standaloneSvg(drawn: SVGSVGElement, model: ChartModel): { text: string; width: number; height: number } {
  const { width: drawnWidth, height: drawnHeight } = drawn.getBoundingClientRect()
  const legend =
    model.series.length > 1 ? [...model.series.entries()].filter(([, { points }]) => points.length > 0) : []
  const width = drawnWidth + 2 * PADDING
  const height = HEAD_HEIGHT + drawnHeight + legend.length * LEGEND_HEIGHT + 2 * PADDING
  const root = document.createElementNS(SVG_NAMESPACE, 'svg')
  set(root, { xmlns: SVG_NAMESPACE, width, height, viewBox: `0 0 ${width} ${height}` })
  const page = getComputedStyle(drawn)
  const colorOf = (name: string) => resolveColor(drawn, `var(--${name})`)
  const ink = colorOf('ink')
  const font = page.fontFamily

  root.append(element('title', {}, model.title), element('desc', {}, model.summary))
  root.append(element('rect', { width: '100%', height: '100%', fill: colorOf('surface') }))
  const line = (x: number, y: number, size: number, text: string, weight = 400) =>
    element('text', { x, y, fill: ink, 'font-size': size, 'font-family': font, 'font-weight': weight }, text)
  root.append(line(PADDING, PADDING + 16, 15, model.title, 600))
  root.append(line(PADDING, PADDING + 36, 12, [model.y.label, model.y.unit].filter((part) => part !== '').join(', ')))

  const copy = drawn.cloneNode(true)
  // A clone of an SVG element is an SVG element.
  const clone = copy as SVGSVGElement
  copyStyle(drawn, clone)
  set(clone, { x: PADDING, y: HEAD_HEIGHT + PADDING, width: drawnWidth, height: drawnHeight })
  root.append(clone)

  for (const [row, [index, series]] of legend.entries()) {
    const y = HEAD_HEIGHT + PADDING + drawnHeight + row * LEGEND_HEIGHT + 12
    const stroke = resolveColor(drawn, seriesColor(series))
    const dashes = dashOf(series, index)
    const dash = dashes === undefined ? {} : { 'stroke-dasharray': dashes }
    root.append(
      element('line', { x1: PADDING, x2: PADDING + 22, y1: y - 4, y2: y - 4, stroke, 'stroke-width': 2.5, ...dash }),
    )
    root.append(line(PADDING + 30, y, 12, series.name))
  }
  return { text: new XMLSerializer().serializeToString(root), width, height }
}

function element(name: string, attributes: Record<string, string | number>, text?: string): SVGElement {
  const made = document.createElementNS(SVG_NAMESPACE, name)
  set(made, attributes)
  if (text !== undefined) made.textContent = text
  return made
}

function set(target: Element, attributes: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(attributes)) target.setAttribute(name, String(value))
}

/** Copies computed styles, because colors are variables of the theme, which a file does not have. */
function copyStyle(from: Element, to: Element): void {
  const computed = getComputedStyle(from)
  for (const name of COPIED_STYLES) {
    const value = computed.getPropertyValue(name)
    if (value !== '') to.setAttribute(name, value)
  }
  to.removeAttribute('style')
  to.removeAttribute('class')
  for (const [index, child] of [...from.children].entries()) {
    const copied = to.children[index]
    if (copied !== undefined) copyStyle(child, copied)
  }
}

function resolveColor(inside: Element, color: string): string {
  const probe = document.createElementNS(SVG_NAMESPACE, 'g')
  probe.style.color = color
  inside.append(probe)
  const resolved = getComputedStyle(probe).color
  probe.remove()
  return resolved
}
