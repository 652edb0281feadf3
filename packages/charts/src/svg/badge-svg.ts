import { type SvgElement, svgText } from './svg-element.ts'

const LETTER = 6.6
const SIDE = 8
const HEIGHT = 20
const BASELINE = 14

/** Renders a README badge with two fields. */
export function badgeSvg(left: string, right: string, isGood: boolean): string {
  const [first, second] = [widthOf(left), widthOf(right)]
  return svgText({
    tag: 'svg',
    attributes: {
      xmlns: 'http://www.w3.org/2000/svg',
      ...{ width: first + second, height: HEIGHT, role: 'img', 'aria-label': `${left}: ${right}` },
      ...{ fontFamily: 'Verdana, DejaVu Sans, sans-serif', fontSize: 11 },
    },
    content: [
      { tag: 'rect', attributes: { width: first, height: HEIGHT, fill: '#3b3f46' } },
      { tag: 'rect', attributes: { x: first, width: second, height: HEIGHT, fill: isGood ? '#0c559f' : '#9a4100' } },
      word(left, SIDE),
      word(right, first + SIDE),
    ],
  })
}

const widthOf = (text: string): number => Math.round(text.length * LETTER) + 2 * SIDE

const word = (content: string, x: number): SvgElement => ({
  tag: 'text',
  attributes: { x, y: BASELINE, fill: '#ffffff' },
  content,
})
