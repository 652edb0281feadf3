import { diffWordsWithSpace } from 'diff'
import { alignBlocks } from '../anchor/align-blocks.ts'
import type { Block } from '../anchor/block.ts'

/** A run of text that is in both revisions or in only one. */
export type DiffWords = { kind: 'same' | 'added' | 'removed'; text: string }

export type BlockDiff = {
  /** Id of the block in the later revision, or in the earlier one if it was removed. */
  id: string
  kind: Block['kind']
  depth: number
  change: 'same' | 'added' | 'removed' | 'edited' | 'moved'
  words: DiffWords[]
}

export type SectionDiff = {
  /** Id of its heading; null for the text before the first one. */
  heading: string | null
  title: string
  depth: number
  /** Number of blocks that changed. */
  changes: number
  blocks: BlockDiff[]
}

const MAX_EDITS = 2_000

/** Compares any two revisions, section by section of the later one. */
export function diffRevisions(from: readonly Block[], to: readonly Block[]): SectionDiff[] {
  const { pairs } = alignBlocks(from, to)
  const partner = new Map(pairs.map((pair) => [pair.after, pair]))
  const remaining = new Set(pairs.map(({ before }) => before))
  const sections: SectionDiff[] = []
  const add = (block: BlockDiff, text: string) => {
    if (sections.length === 0 || (block.kind === 'heading' && block.change !== 'removed')) {
      const isHeading = block.kind === 'heading'
      sections.push({
        ...{ heading: isHeading ? block.id : null, title: isHeading ? text : '', depth: isHeading ? block.depth : 0 },
        ...{ changes: 0, blocks: [] },
      })
    }
    const section = sections.at(-1)
    section?.blocks.push(block)
    if (section !== undefined && block.change !== 'same') section.changes++
  }
  // Removed blocks are shown after the nearest preceding block that still exists.
  let shown = 0
  const addRemoved = (until: number) => {
    for (; shown < until; shown++) {
      const block = from[shown]
      if (block !== undefined && !remaining.has(shown))
        add(diffOf(block, 'removed', only('removed', block.text)), block.text)
    }
  }
  for (const [at, block] of to.entries()) {
    const pair = partner.get(at)
    if (pair !== undefined && pair.how !== 'moved' && pair.before >= shown) addRemoved(pair.before)
    const old = pair === undefined ? undefined : from[pair.before]
    if (pair === undefined || old === undefined) add(diffOf(block, 'added', only('added', block.text)), block.text)
    else if (old.text === block.text) {
      add(diffOf(block, pair.how === 'moved' ? 'moved' : 'same', only('same', block.text)), block.text)
    } else add(diffOf(block, 'edited', wordsOf(old.text, block.text)), block.text)
  }
  addRemoved(from.length)
  return sections
}

const diffOf = ({ id, kind, depth }: Block, change: BlockDiff['change'], words: DiffWords[]): BlockDiff => ({
  ...{ id, kind, depth, change, words },
})

const only = (kind: DiffWords['kind'], text: string): DiffWords[] => [{ kind, text }]

function wordsOf(from: string, to: string): DiffWords[] {
  const changes = diffWordsWithSpace(from, to, { maxEditLength: MAX_EDITS })
  if (changes === undefined) return [...only('removed', from), ...only('added', to)]
  return changes.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }))
}
