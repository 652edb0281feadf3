import { expect, test } from 'vitest'
import { identifyBlocks } from './align-blocks.ts'

const HEAD = '# Plan\n\n'
const GOALS = '## Goals\n\nBe fast.\n\nBe exact.\n\n'
const LIMITS = '## Limits\n\nNo decimals.\n\n'

/** The heading that has the id of a heading of the earlier text; null when it was removed. */
function follow(heading: string, before: string, after: string): string | null {
  const old = identifyBlocks([], before, 1)
  const id = old.blocks.find(({ text }) => text === heading)?.id
  return identifyBlocks(old.blocks, after, old.next).blocks.find((block) => block.id === id)?.text ?? null
}

test('a renamed heading keeps its id when its section changes places', () => {
  const renamed = LIMITS.replace('Limits', 'What it cannot do')
  expect(follow('Limits', HEAD + GOALS + LIMITS, HEAD + renamed + GOALS)).toBe('What it cannot do')
})

test('a new heading above a part of a section is not its renamed heading', () => {
  const apart = `${HEAD}## New\n\nBe fast.\n\n${LIMITS}Be exact.\n\n`
  expect(follow('Goals', HEAD + LIMITS + GOALS, apart)).toBe(null)
})
