import { readdirSync, readFileSync } from 'node:fs'
import { archivePath } from '@assay/testing/archive/archive'
import { archiveTest } from '@assay/testing/archive/archive-test'
import { foldedText } from '@assay/testing/run/folded-text'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countNodes, type ProfileNode, ProfileTree } from '../../../run/cpu-profile/stack-profile.ts'
import { looksLikeFlameSvg, parseFlameSvg } from './parse-flame-svg.ts'

/** Draws a tree as flamegraph.pl does: positions with one digit, and without frames under a tenth of a pixel. */
function draw(root: ProfileNode, { icicle = false } = {}): string {
  const scale = 1180 / root.total
  const groups: string[] = []
  const walk = (node: ProfileNode, start: number, depth: number) => {
    if (node.total * scale < 0.1) return
    const y = icicle ? 40 + depth * 16 : 800 - depth * 16
    const name = node.name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    const percent = ((100 * node.total) / root.total).toFixed(2)
    const count = node.total.toLocaleString('en-US')
    groups.push(
      `<g >\n<title>${name} (${count} samples, ${percent}%)</title><rect x="${(10 + start * scale).toFixed(1)}" y="${y}" width="${(node.total * scale).toFixed(1)}" height="15.0" fill="rgb(1,2,3)" rx="2" ry="2" />\n<text  x="3" y="4" >${name.slice(0, 3).replace(/&.*/, '')}..</text>\n</g>`,
    )
    let at = start
    for (const child of node.children) {
      walk(child, at, depth + 1)
      at += child.total
    }
  }
  walk(root, 0, 0)
  return `<?xml version="1.0" standalone="no"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg version="1.1" width="1200" height="838" xmlns="http://www.w3.org/2000/svg">
<!-- a comment with <tags> -->
<rect x="0.0" y="0" width="1200.0" height="838.0" fill="url(#background)"  />
<text id="title" x="600.00" y="24" >Flame Graph</text>
<g id="frames">
${groups.reverse().join('\n')}
</g>
</svg>
`
}

function treeOf(stacks: readonly (readonly [string, number])[]): ProfileNode {
  const tree = new ProfileTree()
  for (const [stack, weight] of stacks) {
    tree.add(
      stack.split(';').map((name) => ({ name, module: null })),
      weight,
    )
  }
  return tree.root()
}

const SMALL = treeOf([
  ['db;main;std::map<int, a&b>::find', 600],
  ['db;main;read', 300],
  ['db;other', 100],
])

test.each([false, true])('the tree is restored from its drawing, also from an icicle graph (%s)', (icicle) => {
  const svg = draw(SMALL, { icicle })
  expect(looksLikeFlameSvg(svg)).toBe(true)
  const { value, problems } = parseFlameSvg(svg, 'f.svg')
  expect(problems).toEqual([])
  expect(value === null ? null : foldedText(value.root)).toEqual(foldedText(SMALL))
  expect(value).toMatchObject({ unit: 'samples', root: { name: 'all', total: 1000 } })
})

test('any tree is restored from its drawing when its frames are wide enough to be drawn', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'd(int)', 'e<f>', 'g')
  const stack = fc.tuple(
    fc.array(name, { minLength: 1, maxLength: 6 }).map((names) => names.join(';')),
    fc.integer({ min: 1, max: 400 }),
  )
  fc.assert(
    fc.property(fc.array(stack, { minLength: 1, maxLength: 20 }), (stacks) => {
      const root = treeOf(stacks)
      const { value } = parseFlameSvg(draw(root), 'f.svg')
      expect(value === null ? null : foldedText(value.root)).toEqual(foldedText(root))
    }),
    { numRuns: 100 },
  )
})

test('a single icicle stack is not reversed, and is refused without a root', () => {
  const chain = draw(treeOf([['main;work;sleep', 10]]), { icicle: true })
  const { value } = parseFlameSvg(chain, 'f.svg')
  expect(value === null ? null : foldedText(value.root)).toEqual(['main;work;sleep 10'])
  const { problems } = parseFlameSvg(chain.replaceAll('>all (', '>any ('), 'f.svg')
  expect(problems[0]?.message).toContain('root at either end')
})

test('inferno states the position in samples, and that position is used', () => {
  const svg = `<svg xmlns:fg="x"><g><title>all (10 samples, 100%)</title><rect x="0.0%" y="36" width="100%" height="15" fg:x="0" fg:w="10"/><text>all</text></g><g><title>a (4 samples, 40.00%)</title><rect x="0.0%" y="20" width="39.9999%" height="15" fg:x="0" fg:w="4"/></g><g><title>b (6 samples, 60.00%)</title><rect x="40.0%" y="20" width="60%" height="15" fg:x="4" fg:w="6"/></g></svg>`
  const { value } = parseFlameSvg(svg, 'f.svg')
  expect(value === null ? null : foldedText(value.root)).toEqual(['a 4', 'b 6'])
})

test.each([
  ['<!DOCTYPE svg [ <!ENTITY a "b"> ]><svg></svg>', 'entities of its own'],
  ['<svg><g><title>&lol; (1 samples, 1%)</title><rect x="0" y="1" width="1"/></g></svg>', 'entity of its own'],
  ['<svg><g><title>a (1 samples, 1%; +0.10%)</title><rect x="0" y="1" width="1"/></g></svg>', 'compares two'],
  ['<svg><script>for(;;){}', 'without its end'],
  ['<svg><g <title></svg>', 'not well-formed'],
  ['<svg></svg>', 'no frame'],
])('%s is refused', (svg, reason) => {
  const { value, problems } = parseFlameSvg(svg, 'f.svg')
  expect(value).toBeNull()
  expect(problems[0]?.message).toContain(reason)
})

test('the content of scripts is never parsed', () => {
  const evil = draw(SMALL).replace(
    '<g id="frames">',
    '<script><![CDATA[ var t = "<title>evil (9 samples, 1%)</title><rect x=1 y=2 width=3 />" ]]></script><g id="frames">',
  )
  expect(parseFlameSvg(evil, 'f.svg').value?.root.total).toBe(1000)
})

test('a truncated drawing is refused', () => {
  const svg = draw(SMALL)
  expect(parseFlameSvg(svg.slice(0, svg.length - 40), 'f.svg').value).toBeNull()
})

const ARCHIVE = archivePath('fixtures/flamegraph/oct25.dbb.ioeff/svg/')

archiveTest('the tree of every flame graph of the archive is restored, with all frames and their weights', () => {
  const names = readdirSync(ARCHIVE).sort()
  expect(names.length).toBe(3)
  for (const name of names) {
    const text = readFileSync(ARCHIVE + name, 'utf8')
    const { value, problems } = parseFlameSvg(text, name)
    expect(problems).toEqual([])
    const titles = [...text.matchAll(/<title>.* \(([\d,]+) samples, /g)]
    const root = value?.root
    expect(root === undefined ? 0 : countNodes(root) + 1).toBe(titles.length)
    expect(root?.total).toBe(Math.max(...titles.map(([, count = '']) => Number(count.replaceAll(',', '')))))
    expect(value?.unit).toBe('events')
  }
})
