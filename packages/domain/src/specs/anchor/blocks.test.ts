import { expect, test } from 'vitest'
import { renderSpec } from '../../publish/markdown/render-spec.ts'
import { identifyBlocks } from './align-blocks.ts'
import { blocksOf } from './blocks.ts'

const PARTS = [
  'A paragraph with **bold** words.',
  '- an item\n\n  its second paragraph\n\n- another item',
  '```\na fence\n\nof two parts\n```',
]

test('a section of more than 100,000 characters without a heading has blocks, and its Markdown is rendered', () => {
  const text = `# Minutes\n\n${Array.from({ length: 2_500 }, (_, n) => `Minute ${n}.\n\n${PARTS[n % 3]}`).join('\n\n')}`
  expect(text.length).toBeGreaterThan(100_000)
  const blocks = blocksOf(text)
  const kinds = Object.groupBy(blocks, ({ kind }) => kind)
  expect([kinds.code?.length, kinds.item?.length, kinds.paragraph?.length]).toEqual([833, 2_499, 3_334])
  for (const { start, end, text: words } of blocks) {
    if (words.startsWith('Minute ')) expect(text.slice(start, end)).toBe(words)
  }
  const { html } = renderSpec(text, identifyBlocks([], text, 1).blocks)
  expect(html.match(/<strong>bold<\/strong>/g)).toHaveLength(834)
  expect(html).not.toContain('are the limit')
})
