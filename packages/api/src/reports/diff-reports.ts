import type { ReportContent } from '@assay/domain/publish/report/report-content'
import { diffLines, diffWordsWithSpace } from 'diff'

/** A block of text that both versions have, or only one of them. */
type DiffBlock = { kind: 'same' | 'added' | 'removed'; text: string }
export type ReportDiff = { title: DiffBlock[]; tldr: DiffBlock[]; text: DiffBlock[] }

/** Maximum number of edits, because the work grows with their square. */
const MAX_EDITS = 2_000

/** Compares two texts by line, and changed lines by word. */
export const diffReports = ({ from, to }: { from: ReportContent; to: ReportContent }): ReportDiff => ({
  title: diffText(from.title, to.title),
  tldr: diffText(from.tldr, to.tldr),
  text: diffText(from.text, to.text),
})

export function diffText(from: string, to: string): DiffBlock[] {
  const changes = diffLines(from, to, { maxEditLength: MAX_EDITS })
  if (changes === undefined) return diffWhole(from, to)
  const parts: DiffBlock[] = []
  for (let at = 0; at < changes.length; at++) {
    const change = changes[at]
    const next = changes[at + 1]
    if (change === undefined) continue
    if (change.removed && next?.added) {
      parts.push(...diffWords(change.value, next.value))
      at++
    } else {
      parts.push(partOf(change))
    }
  }
  return parts.filter(({ text }) => text !== '')
}

/** Texts with a smaller common share are shown as a whole instead of word by word. */
const MIN_SHARED_RATIO = 0.3

function diffWords(from: string, to: string): DiffBlock[] {
  const parts = diffWordsWithSpace(from, to, { maxEditLength: MAX_EDITS })?.map(partOf)
  if (parts === undefined) return diffWhole(from, to)
  const lettersOf = (text: string) => text.replaceAll(/\s/g, '').length
  const shared = parts.reduce((sum, { kind, text }) => sum + (kind === 'same' ? lettersOf(text) : 0), 0)
  return shared < MIN_SHARED_RATIO * Math.max(lettersOf(from), lettersOf(to)) ? diffWhole(from, to) : parts
}

type Change = { value: string; added: boolean; removed: boolean }

const partOf = ({ value, added, removed }: Change): DiffBlock => ({
  kind: added ? 'added' : removed ? 'removed' : 'same',
  text: value,
})

const diffWhole = (from: string, to: string): DiffBlock[] => [
  { kind: 'removed', text: from },
  { kind: 'added', text: to },
]
