import { execFileSync } from 'node:child_process'
import { identifyBlocks } from '@assay/domain/specs/anchor/align-blocks'
import { anchorIn } from '@assay/domain/specs/anchor/anchor-in'
import type { Block } from '@assay/domain/specs/anchor/block'
import { segmentsOf } from '@assay/domain/specs/anchor/quoted-segments'
import { type Placement, placementOf, reAnchor } from '@assay/domain/specs/anchor/re-anchor'
import { sentencesOf } from '@assay/domain/specs/anchor/sentences'
import { wordsLeft } from '@assay/domain/specs/anchor/words'
import type { Anchor } from '@assay/domain/specs/spec'
import type { Line } from '../lib/print-table.ts'

// Comments on our own documents, followed through the edits that people made to them, which git has. The right place
// is known for a quote that the newest version has once, word for word.

const FILES = ['ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'README.md', 'docs']
const MAX_REVISIONS = 25
const MIN_SENTENCE_CHARACTERS = 20
/** A placement with a smaller share of the quoted words is on other text. */
const MIN_SHARED_WORDS = 0.4

type Placed = { anchor: Anchor; placement: Placement }
type Counts = { anchors: number; once: number; right: number; edited: number; onOther: number }

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 28 })

/** Measures anchors over the real history of documents; no lines without a checkout that has it. */
export function benchHistoryAnchors(): Line[] {
  const counts: Counts = { anchors: 0, once: 0, right: 0, edited: 0, onOther: 0 }
  for (const file of documents()) {
    const texts = revisionsOf(file)
    if (texts.length > 2) follow(texts, counts)
  }
  if (counts.once === 0) return []
  const what = (of: string) => `anchors, real edits of our documents: ${of}`
  return [
    { what: what('comments'), value: counts.anchors, unit: 'comments' },
    {
      what: what('right of those whose quote is there once'),
      value: (100 * counts.right) / counts.once,
      unit: '%',
      goal: 'at least 98%',
    },
    {
      what: what('on other text, of those whose quote was edited'),
      value: counts.edited === 0 ? 0 : (100 * counts.onOther) / counts.edited,
      unit: '%',
      goal: 'at most 0.05%',
    },
  ]
}

function documents(): string[] {
  try {
    return git('ls-files', '--', ...FILES)
      .split('\n')
      .filter((path) => path.endsWith('.md'))
  } catch {
    return []
  }
}

/** Up to MAX_REVISIONS versions of a file, oldest first, evenly over its history. */
function revisionsOf(file: string): string[] {
  const commits = git('log', '--diff-filter=AM', '--format=%h', '--', file).split('\n').filter(Boolean).reverse()
  const step = Math.max(1, Math.ceil(commits.length / MAX_REVISIONS))
  return commits
    .filter((_, at) => (commits.length - 1 - at) % step === 0)
    .map((commit) => git('show', `${commit}:./${file}`))
}

function follow([first = '', ...later]: readonly string[], counts: Counts): void {
  let state = identifyBlocks([], first, 1)
  let placed = anchorsIn(state.blocks)
  for (const text of later) {
    const next = identifyBlocks(state.blocks, text, state.next)
    const placements = reAnchor({ before: state.blocks, after: next.blocks, alignment: next.alignment }, placed)
    placed = placed.map(({ anchor, placement }, at) => ({ anchor, placement: placements[at] ?? placement }))
    state = next
  }
  for (const one of placed) count(one, state.blocks, counts)
}

/** A comment on the middle words of each sentence, or on the whole of a short one. */
function anchorsIn(blocks: readonly Block[]): Placed[] {
  return blocks.flatMap((block) =>
    block.kind === 'heading'
      ? []
      : sentencesOf(block.text).flatMap(({ start, end }) => {
          const words = block.text.slice(start, end).split(' ')
          const quote = (words.length > 8 ? words.slice(2, 6 + (words.length % 5)) : words).join(' ')
          const isUsable = end - start >= MIN_SENTENCE_CHARACTERS && block.text.split(quote).length === 2
          const context = { prefix: '', suffix: '' }
          const anchor = isUsable ? anchorIn(blocks, { kind: 'range', block: block.id, quote, ...context }) : null
          return anchor === null ? [] : [{ anchor, placement: placementOf(anchor) }]
        }),
  )
}

function count({ anchor, placement }: Placed, blocks: readonly Block[], counts: Counts): void {
  counts.anchors++
  const { quote } = anchor
  const textOf = (id: string) => blocks.find((block) => block.id === id)?.text ?? ''
  const shown = segmentsOf(placement)
    .map(({ block, start, end }) => textOf(block).slice(start, end))
    .join(' ')
  const occurrences = blocks.reduce((sum, { text }) => sum + text.split(quote).length - 1, 0)
  if (occurrences === 1) {
    counts.once++
    if (shown === quote) counts.right++
  } else if (occurrences === 0 && placement.state !== 'detached') {
    counts.edited++
    if (wordsLeft(quote, shown) < MIN_SHARED_WORDS) counts.onOther++
  }
}
