import { expect, test } from 'vitest'
import { identifyBlocks } from '../../specs/anchor/align-blocks.ts'
import { renderSpec } from './render-spec.ts'

const TEXT = `# Sort

See [the goals](#goals), [this](#b9) and [that point](#F-3).

- one
- two

| a | b |
|---|---|
| 1 | 2 |

$$
x^2
$$

> A quote.

## Goals

\`\`\`sql
select 1
\`\`\``

test('every block of a text has its id on the page', () => {
  const { blocks } = identifyBlocks([], TEXT, 1)
  const { html, outline } = renderSpec(TEXT, blocks)
  const ids = [...html.matchAll(/ id="(b\d+)"/g)].map(([, id]) => id)
  expect(ids).toEqual(blocks.map(({ id }) => id))
  expect(outline.map(({ text, depth }) => [text, depth])).toEqual([
    ['Sort', 1],
    ['Goals', 2],
  ])
  const goals = outline[1]?.id
  expect(html).toContain(`<a href="#${goals}">the goals</a>`)
  expect(html).toContain('<a href="#b9">this</a>')
  expect(html).toContain('<a href="#F-3">that point</a>')
})

test('a text longer than one chunk is rendered completely', () => {
  const long = Array.from({ length: 40 }, (_, n) => `## Part ${n}\n\n${`Words of part ${n}. `.repeat(300)}`).join(
    '\n\n',
  )
  const { blocks } = identifyBlocks([], long, 1)
  const { html } = renderSpec(long, blocks)
  expect(long.length).toBeGreaterThan(150_000)
  expect([...html.matchAll(/ id="b\d+"/g)]).toHaveLength(80)
  expect(html).not.toContain('<pre>')
})

test('rendered sections are cached until a heading that they link to is renamed', () => {
  const filler = 'Words that fill the part. '.repeat(200)
  const text = (name: string) => `## One\n\nSee [it](#goals). ${filler}\n\n## ${name}\n\n${filler}\n\n## Three\n\nEnd.`
  const first = identifyBlocks([], text('Goals'), 1)
  const goals = first.blocks.find((block) => block.text === 'Goals')?.id
  expect(renderSpec(text('Goals'), first.blocks).html).toContain(`<a href="#${goals}">it</a>`)
  const renamed = identifyBlocks(first.blocks, text('Purpose'), first.next)
  const { html } = renderSpec(text('Purpose'), renamed.blocks)
  expect(html).not.toContain(`<a href="#${goals}">it</a>`)
  expect(html).toContain('Purpose')
  const marked = renderSpec(text('Goals'), first.blocks, new Map([[goals ?? '', ['F-7']]])).html
  expect(marked).toContain('<a href="#F-7" data-feedback="">F-7</a>')
  expect(renderSpec(text('Goals'), first.blocks).html).not.toContain('F-7')
})
