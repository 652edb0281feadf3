import { readdirSync, readFileSync } from 'node:fs'
import { blocksOf } from '@assay/domain/specs/anchor/blocks'
import type { Random } from '../seeded-random.ts'

/** A letter with the number of its origin, which it keeps when it is moved; a copied or typed letter gets another. */
export type Letter = { char: string; id: number }

export type Fragment = { kind: 'heading' | 'paragraph' | 'item' | 'row' | 'code'; depth: number; letters: Letter[] }

/** Letters from this number on were typed by an edit; letters of the first text and of copies have lower ones. */
export const FIRST_TYPED = 1_000_000_000

const DOCUMENT_CHARACTERS = 12_000
/** The line of a decision with its date, which no document repeats. */
const DATE = /^\d{4}-\d\d-\d\d$/
const DOCS = new URL('../../../../docs/', import.meta.url)

let prose: { kind: Fragment['kind']; depth: number; text: string }[][] | null = null

/** The blocks of the documentation and decisions of this repository: real prose with lists, tables and code. */
function proseFiles() {
  prose ??= ['', 'decisions/'].flatMap((folder) =>
    readdirSync(new URL(folder, DOCS))
      .filter((name) => name.endsWith('.md') && name !== 'README.md')
      .sort()
      .map((name) =>
        blocksOf(readFileSync(new URL(folder + name, DOCS), 'utf8')).flatMap(({ kind, depth, text }) =>
          kind === 'figure' || kind === 'math' || text === '' || DATE.test(text)
            ? []
            : [{ kind, depth, text: text.slice(0, 2_000) }],
        ),
      ),
  )
  return prose
}

/** A document of some 12,000 characters, made of whole files. */
export function proseDocument(random: Random, ids: { next: number }): Fragment[] {
  const files = proseFiles()
  const fragments: Fragment[] = []
  const used = new Set<number>()
  for (let length = 0; length < DOCUMENT_CHARACTERS && used.size < files.length; ) {
    const at = Math.floor(random() * files.length)
    if (used.has(at)) continue
    used.add(at)
    for (const { kind, depth, text } of files[at] ?? []) {
      if (length >= DOCUMENT_CHARACTERS) break
      fragments.push({ kind, depth, letters: lettersOf(text, ids) })
      length += text.length
    }
  }
  return fragments
}

/** A sentence of another file, which shares its vocabulary with the document. */
export function proseSentence(random: Random): string {
  const files = proseFiles()
  for (;;) {
    const file = files[Math.floor(random() * files.length)] ?? []
    const block = file[Math.floor(random() * file.length)]
    if (block === undefined || (block.kind !== 'paragraph' && block.kind !== 'item')) continue
    const sentences = block.text.split(/(?<=[.:?!]) /)
    const sentence = sentences[Math.floor(random() * sentences.length)] ?? ''
    if (sentence.length > 20) return sentence
  }
}

/** Consecutive words of real prose. */
export function proseWords(random: Random, count: number): string {
  const words = proseSentence(random).split(' ')
  const from = Math.floor(random() * Math.max(1, words.length - count))
  return words.slice(from, from + count).join(' ')
}

export const lettersOf = (text: string, ids: { next: number }): Letter[] =>
  // Offsets count UTF-16 units, and so do letters here.
  text.split('').map((char) => ({ char, id: ids.next++ }))

export const typedLetters = (text: string): Letter[] => text.split('').map((char) => ({ char, id: FIRST_TYPED }))

export const textOf = (letters: readonly Letter[]): string => letters.map(({ char }) => char).join('')
