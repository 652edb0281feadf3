import { html } from '../../ui/html.ts'

const LETTER = 6.6
const SIDE = 8

/** Renders a README badge with two fields. */
export function badgeSvg(left: string, right: string, isGood: boolean): string {
  const [a, b] = [left, right].map((text) => Math.round(text.length * LETTER) + 2 * SIDE)
  const [first = 0, second = 0] = [a, b]
  return String(html`<svg xmlns="http://www.w3.org/2000/svg" width="${first + second}" height="20" role="img" aria-label="${left}: ${right}">
    <rect width="${first}" height="20" fill="#3b3f46"/>
    <rect x="${first}" width="${second}" height="20" fill="${isGood ? '#0c559f' : '#9a4100'}"/>
    <g fill="#ffffff" font-family="Verdana, DejaVu Sans, sans-serif" font-size="11">
    <text x="${SIDE}" y="14">${left}</text><text x="${first + SIDE}" y="14">${right}</text></g></svg>`)
}
