import type { Random } from '../seeded-random.ts'
import {
  type Fragment,
  type Letter,
  lettersOf,
  proseSentence,
  proseWords,
  textOf,
  typedLetters,
} from './prose-corpus.ts'

type Ids = { next: number }
type Edit = (random: Random, fragments: Fragment[], at: number, ids: Ids) => void

/**
 * One edit of an author: mostly words, but also sentences and paragraphs that are added, removed, moved, swapped,
 * copied, split, joined, or made a list.
 */
export function editProse(random: Random, fragments: readonly Fragment[], ids: Ids): Fragment[] {
  const out = [...fragments]
  const prose = [...out.keys()].filter((one) => isProseAt(out, one))
  // Most edits are of prose, and the longer a paragraph the more.
  const at = random() < 0.85 ? weighted(random, out, prose) : Math.floor(random() * out.length)
  if (out[at] === undefined) return out
  let left = random()
  const isProse = isProseAt(out, at)
  for (const [share, edit] of isProse ? EDITS : EDITS.slice(0, 1)) {
    left -= share
    if (left < 0 || !isProse) {
      edit(random, out, at, ids)
      break
    }
  }
  return out.filter(({ letters }) => letters.length > 0)
}

const editWords: Edit = (random, out, at) => {
  const fragment = out[at]
  if (fragment !== undefined) out[at] = { ...fragment, letters: withEditedWords(random, fragment.letters) }
}

function withEditedWords(random: Random, letters: readonly Letter[]): Letter[] {
  const words = wordStarts(letters)
  const first = Math.floor(random() * words.length)
  const count = 1 + Math.floor(random() * 5)
  const [from, end] = [words[first] ?? 0, words[first + count] ?? letters.length]
  const how = Math.floor(random() * 3)
  const typed = how === 2 ? [] : typedLetters(`${proseWords(random, count)} `)
  return trimmed([...letters.slice(0, from), ...typed, ...letters.slice(how === 1 ? from : end)])
}

const addParagraph: Edit = (random, out, at) => {
  const letters = typedLetters(`${proseSentence(random)} ${proseSentence(random)}`)
  out.splice(at, 0, { kind: 'paragraph', depth: 0, letters })
}

const removeParagraph: Edit = (_, out, at) => {
  out.splice(at, 1)
}

const moveParagraph: Edit = (random, out, at) => {
  const moved = out.splice(at, 1)
  out.splice(anywhere(random, out), 0, ...moved)
}

const copyParagraph: Edit = (random, out, at, ids) => {
  const fragment = out[at]
  if (fragment === undefined) return
  out.splice(anywhere(random, out), 0, { ...fragment, letters: lettersOf(textOf(fragment.letters), ids) })
}

const splitParagraph: Edit = (random, out, at) => {
  const fragment = out[at]
  const sentences = sentencesOf(fragment?.letters ?? [])
  if (fragment === undefined) return
  // A paragraph of one sentence is split between words.
  const starts = sentences.length > 1 ? sentences.slice(1).map(({ from }) => from) : wordStarts(fragment.letters)
  const cut = starts[Math.floor(random() * starts.length)] ?? 0
  if (cut === 0) return
  const [first, second] = [fragment.letters.slice(0, cut), fragment.letters.slice(cut)]
  out.splice(at, 1, { ...fragment, letters: trimmed(first) }, { ...fragment, letters: second })
}

const joinParagraphs: Edit = (_, out, at) => {
  const [first, second] = [out[at], out[at + 1]]
  if (first === undefined || second === undefined || !(second.kind === 'paragraph' || second.kind === 'item')) return
  out.splice(at, 2, { ...first, letters: [...first.letters, ...typedLetters(' '), ...second.letters] })
}

const makeList: Edit = (_, out, at) => {
  const fragment = out[at]
  const sentences = sentencesOf(fragment?.letters ?? [])
  if (fragment === undefined || sentences.length < 2) return
  const items = sentences.map(({ letters }): Fragment => ({ kind: 'item', depth: 0, letters: trimmed(letters) }))
  out.splice(at, 1, ...items)
}

const moveSentence: Edit = (random, out, at) => {
  const moved = takeSentence(random, out, at)
  if (moved !== null) insertSentence(random, out, moved)
}

const moveEditedSentence: Edit = (random, out, at) => {
  const moved = takeSentence(random, out, at)
  if (moved !== null) insertSentence(random, out, withEditedWords(random, moved))
}

const copySentence: Edit = (random, out, at, ids) => {
  const sentences = sentencesOf(out[at]?.letters ?? [])
  const sentence = sentences[Math.floor(random() * sentences.length)]
  if (sentence !== undefined) insertSentence(random, out, lettersOf(textOf(trimmed(sentence.letters)), ids))
}

const addSentence: Edit = (random, out) => insertSentence(random, out, typedLetters(proseSentence(random)))

const removeSentence: Edit = (random, out, at) => {
  takeSentence(random, out, at)
}

const swapSentences: Edit = (random, out, at) => {
  const fragment = out[at]
  const sentences = sentencesOf(fragment?.letters ?? []).map(({ letters }) => trimmed(letters))
  if (fragment === undefined || sentences.length < 2) return
  const [first, second] = [Math.floor(random() * sentences.length), Math.floor(random() * sentences.length)]
  const swapped = sentences.map((one, i) => (i === first ? sentences[second] : i === second ? sentences[first] : one))
  out[at] = { ...fragment, letters: joined(swapped.flatMap((one) => (one === undefined ? [] : [one]))) }
}

/** Shares of the edits of prose; headings, rows and code only have their words edited. */
const EDITS: readonly (readonly [number, Edit])[] = [
  [0.34, editWords],
  [0.06, addParagraph],
  [0.04, removeParagraph],
  [0.06, moveParagraph],
  [0.05, copyParagraph],
  [0.07, splitParagraph],
  [0.06, joinParagraphs],
  [0.05, makeList],
  [0.06, moveSentence],
  [0.05, moveEditedSentence],
  [0.04, copySentence],
  [0.04, addSentence],
  [0.03, removeSentence],
  [0.05, swapSentences],
]

const isProseAt = (out: readonly Fragment[], at: number) => out[at]?.kind === 'paragraph' || out[at]?.kind === 'item'

function weighted(random: Random, out: readonly Fragment[], indexes: readonly number[]): number {
  const lengthOf = (at: number) => out[at]?.letters.length ?? 0
  let left = random() * indexes.reduce((sum, at) => sum + lengthOf(at), 0)
  for (const at of indexes) {
    left -= lengthOf(at)
    if (left < 0) return at
  }
  return 0
}

const anywhere = (random: Random, out: readonly Fragment[]) => Math.floor(random() * (out.length + 1))

/** Removes a sentence of a paragraph that has several. */
function takeSentence(random: Random, out: Fragment[], at: number): Letter[] | null {
  const fragment = out[at]
  const sentences = sentencesOf(fragment?.letters ?? [])
  const taken = sentences[Math.floor(random() * sentences.length)]
  if (fragment === undefined || taken === undefined || sentences.length < 2) return null
  const letters = joined(sentences.filter((one) => one !== taken).map((one) => trimmed(one.letters)))
  out[at] = { ...fragment, letters }
  return trimmed(taken.letters)
}

function insertSentence(random: Random, out: Fragment[], sentence: Letter[]): void {
  const prose = [...out.keys()].filter((at) => isProseAt(out, at))
  const at = prose[Math.floor(random() * prose.length)]
  const fragment = at === undefined ? undefined : out[at]
  if (at === undefined || fragment === undefined) return
  const sentences = sentencesOf(fragment.letters).map(({ letters }) => trimmed(letters))
  sentences.splice(Math.floor(random() * (sentences.length + 1)), 0, sentence)
  out[at] = { ...fragment, letters: joined(sentences) }
}

const joined = (sentences: readonly (readonly Letter[])[]): Letter[] =>
  sentences.flatMap((one, at) => (at === 0 ? one : [...typedLetters(' '), ...one]))

function sentencesOf(letters: readonly Letter[]): { from: number; letters: Letter[] }[] {
  const starts = [0, ...Array.from(textOf(letters).matchAll(/[.?!] (?=\S)/g), ({ index }) => index + 2)]
  return letters.length === 0
    ? []
    : starts.map((from, at) => ({ from, letters: letters.slice(from, starts[at + 1] ?? letters.length) }))
}

const wordStarts = (letters: readonly Letter[]): number[] =>
  letters.flatMap(({ char }, at) => (char !== ' ' && (at === 0 || letters[at - 1]?.char === ' ') ? [at] : []))

function trimmed(letters: readonly Letter[]): Letter[] {
  const remaining = [...letters]
  while (remaining.at(-1)?.char === ' ') remaining.pop()
  while (remaining[0]?.char === ' ') remaining.shift()
  return remaining
}
