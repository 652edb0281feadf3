import { expect, test } from 'vitest'
import { identifyBlocks } from './anchor/align-blocks.ts'
import { anchorIn } from './anchor/anchor-in.ts'
import type { Block } from './anchor/block.ts'
import { type Placement, placementOf, reAnchor } from './anchor/re-anchor.ts'
import { type PlacedRevision, revisionsThatChange } from './find-carrying-revision.ts'

test('only the revision whose text differs from the one before it changes the text of a comment', () => {
  const revisions = history('One goal is speed.', [
    '# Goals\n\nOne goal is speed.\n\nAnother is size.',
    '# Goals\n\nOne goal is speed above all.\n\nAnother is size.',
    '# Goals\n\nOne goal is speed above all.\n\nAnother is size on disk.',
    'Preface.\n\n# Goals\n\nOne goal is speed above all.\n\nAnother is size on disk.',
  ])
  expect(revisionsThatChange(revisions)).toEqual([2])
})

test('a revision that removes the text of a comment changes it', () => {
  const revisions = history('Another is size.', [
    '# Goals\n\nOne goal is speed.\n\nAnother is size.',
    '# Goals\n\nOne goal is speed.',
  ])
  expect(revisionsThatChange(revisions)).toEqual([2])
})

test('every changed text concerns a comment on the whole spec', () => {
  const texts = ['One.', 'One.\n\nTwo.', 'One.\n\nTwo.', 'One.\n\nThree.']
  const placement: Placement = { state: 'exact', block: null, start: 0, end: 0 }
  const revisions = blocksOfAll(texts).map((blocks, at) => ({ number: at + 1, blocks, placement }))
  expect(revisionsThatChange(revisions)).toEqual([2, 4])
})

function blocksOfAll(texts: readonly string[]): Block[][] {
  let [before, next]: [Block[], number] = [[], 1]
  return texts.map((text) => {
    const identified = identifyBlocks(before, text, next)
    ;[before, next] = [identified.blocks, identified.next]
    return before
  })
}

/** The revisions with the placements of a comment on `quote` of the first one. */
function history(quote: string, texts: readonly string[]): PlacedRevision[] {
  const [first = [], ...rest] = blocksOfAll(texts)
  const block = first.find(({ text }) => text === quote)
  const anchor = anchorIn(first, { kind: 'range', block: block?.id ?? null, quote, prefix: '', suffix: '' })
  if (anchor === null) throw new Error('The quote is not in the first text.')
  let [placement, before] = [placementOf(anchor), first]
  return [
    { number: 1, blocks: first, placement },
    ...rest.map((after, at) => {
      const { alignment } = identifyBlocks(before, texts[at + 1] ?? '', 100)
      placement = reAnchor({ before, after, alignment }, [{ anchor, placement }])[0] ?? placement
      before = after
      return { number: at + 2, blocks: after, placement }
    }),
  ]
}
