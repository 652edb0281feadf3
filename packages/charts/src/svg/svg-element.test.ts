import fc from 'fast-check'
import { expect, test } from 'vitest'
import { svgText } from './svg-element.ts'

test('names of attributes are those of SVG, and an undefined one is left out', () => {
  const text = { tag: 'text' as const, attributes: { fontSize: 11, fill: undefined }, content: 'a < b' }
  expect(svgText({ tag: 'svg', attributes: {}, content: [text] })).toBe(
    '<svg>\n<text font-size="11">a &lt; b</text>\n</svg>',
  )
})

test('no text opens a tag or leaves an attribute', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const written = svgText({ tag: 'text', attributes: { 'aria-label': text }, content: text })
      const [, attribute, content] = /^<text aria-label="([^"]*)">([\s\S]*)<\/text>$/.exec(written) ?? []
      expect(attribute).not.toMatch(/[<>"']/)
      expect(content).not.toMatch(/[<>"']/)
    }),
  )
})
