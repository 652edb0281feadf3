/** A letter of a script without spaces between words; each of them counts as a word. */
const UNSPACED = String.raw`[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]`
const HAS_UNSPACED = new RegExp(UNSPACED, 'u')
const WORD = new RegExp(String.raw`${UNSPACED}\p{M}*|(?:(?!${UNSPACED})[\p{L}\p{M}\p{N}_])+`, 'gu')

/** The text between spaces, with its punctuation; the words of a text whose script has no spaces. */
export const tokensOf = (text: string): string[] => (HAS_UNSPACED.test(text) ? wordsOf(text) : text.split(' '))

/** A word in lower case with its offset, because a word at the start of a new sentence gets a capital. */
export type Word = { text: string; start: number; end: number }

export const wordsOf = (text: string): string[] => text.match(WORD) ?? []

export const wordsIn = (text: string, from = 0): Word[] =>
  Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
    text: word.toLowerCase(),
    start: from + index,
    end: from + index + word.length,
  }))

/** The share of a quote's words that occur in a text. */
export function wordsLeft(quote: string, text: string): number {
  const words = wordsOf(quote.toLowerCase())
  if (words.length === 0) return quote !== '' && text.includes(quote) ? 1 : 0
  const left = new Map<string, number>()
  for (const word of wordsOf(text.toLowerCase())) left.set(word, (left.get(word) ?? 0) + 1)
  let found = 0
  for (const word of words) {
    const count = left.get(word) ?? 0
    if (count === 0) continue
    left.set(word, count - 1)
    found++
  }
  return found / words.length
}
