import { hostileSvgs, hostileTexts } from '@assay/testing/hostile-markup'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_SVG_CHARACTERS, sanitizeSvg } from './sanitize-svg.ts'

const clean = (svg: string) => {
  const read = sanitizeSvg(svg)
  return read.ok ? read.value : `refused: ${read.error}`
}

test('a drawing of Graphviz or matplotlib is the same drawing', () => {
  const svg =
    '<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd">\n<svg width="62pt" viewBox="0 0 62 116" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><defs><path id="glyph" d="M 0 0 L 1 1"/></defs><g id="node1" class="node" transform="scale(1 1)"><title>a&amp;b</title><ellipse fill="none" stroke="black" cx="27" cy="-90" rx="27" ry="18"/><text text-anchor="middle" x="27" font-family="Times,serif">a &lt; b</text><use xlink:href="#glyph" style="fill:#333; stroke-width: 2"/></g></svg>'
  expect(clean(svg)).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" width="62pt" viewBox="0 0 62 116"><defs><path id="glyph" d="M 0 0 L 1 1"></path></defs><g id="node1" transform="scale(1 1)"><title>a&amp;b</title><ellipse fill="none" stroke="black" cx="27" cy="-90" rx="27" ry="18"></ellipse><text text-anchor="middle" x="27" font-family="Times,serif">a &lt; b</text><use href="#glyph" style="fill:#333;stroke-width: 2"></use></g></svg>',
  )
})

test.each([
  ['<svg onload="x()"><script>x()</script><rect onclick="x()" width="1"/></svg>', '<rect width="1"></rect>'],
  ['<svg><foreignObject><b>x</b></foreignObject><style>*{fill:url(//evil)}</style></svg>', ''],
  ['<svg><image href="https://evil.test/x.png"/><use href="https://evil.test/#a"/></svg>', ''],
  ['<svg><a href="javascript:x()"><text>words</text></a></svg>', '<g><text>words</text></g>'],
  [
    '<svg><rect fill="url(https://evil.test/x)" style="fill:url(//evil);opacity:1"/></svg>',
    '<rect style="opacity:1"></rect>',
  ],
  ['<svg><rect fill="u\\72l(//evil)"/><rect fill="url(#own)"/></svg>', '<rect></rect><rect fill="url(#own)"></rect>'],
  ['<svg><animate attributeName="href" values="javascript:x()"/><set/></svg>', ''],
  ['<svg><g id="a"><use href="#b"/></g><use href="#a"/></svg>', '<g id="a"><use href="#b"></use></g>'],
])('what runs, loads or leads elsewhere is removed: %s', (svg, expected) => {
  expect(clean(svg)).toBe(`<svg xmlns="http://www.w3.org/2000/svg">${expected}</svg>`)
})

test('a text without a drawing and a drawing that is too long are refused', () => {
  expect(clean('no drawing')).toBe('refused: The file has no SVG drawing.')
  expect(clean(`<svg>${' '.repeat(MAX_SVG_CHARACTERS)}</svg>`)).toMatch(/^refused: The drawing has more than 500,000/)
})

test('a clean drawing stays as it is, and hostile parts leave nothing that runs', () => {
  const parts = fc.array(
    fc.constantFrom(
      ...hostileSvgs(),
      ...hostileTexts(),
      '<g>',
      '<svg>',
      '</g>',
      '<text>',
      '<![CDATA[',
      ']]>',
      '<!--',
      '"',
    ),
    { maxLength: 6 },
  )
  fc.assert(
    fc.property(parts, (inside) => {
      const once = clean(`<svg viewBox="0 0 1 1">${inside.join('')}</svg>`)
      expect(clean(once)).toBe(once)
      expect(once).not.toMatch(/<(?:script|foreignObject|style|image|animate|set|iframe|a|img)[\s>/]/i)
      expect(once).not.toMatch(/<[^>]*\s(?:on\w+|src)=|href="(?!#)|url\((?!&quot;#|&#39;#|#)/i)
    }),
    { numRuns: 300 },
  )
})
