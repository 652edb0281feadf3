import type { Content, Run } from './content.ts'

/** Maximum characters of one text of pdfmake, which copies all remaining words for each word that it places. */
const MAX_TEXT_LENGTH = 2_000
/** A longer word is placed letter by letter, because pdfmake measures the whole remaining word for each line. */
const MAX_WORD_LENGTH = 100

const LONG_WORD = new RegExp(`(\\S{${MAX_WORD_LENGTH + 1},})`)
const LAST_SPACE = /\s\S*$/

/** The content of a paragraph, a cell or a block of code: one text, or a stack of texts when it is long. */
export function textContent(runs: readonly Run[], { isPre = false } = {}): Content {
  const texts = splitRuns(runs).map((text) => (isPre ? { text, preserveLeadingSpaces: true } : { text }))
  const [first] = texts
  return first !== undefined && texts.length === 1 ? first : { stack: texts }
}

/**
 * Splits the runs of a paragraph into texts that pdfmake lays out in bounded time, at line ends or between words. A
 * short paragraph stays one text.
 */
export function splitRuns(runs: readonly Run[]): Run[][] {
  const texts: Run[][] = []
  let current: Run[] = []
  let room = MAX_TEXT_LENGTH
  for (const run of runs.flatMap(breakLongWords)) {
    let rest = run.text
    while (rest.length > room) {
      const chunk = firstChunk(rest, room, current.length === 0)
      if (chunk !== '') current.push({ ...run, text: withoutLineEnd(chunk) })
      if (current.length > 0) texts.push(current)
      current = []
      room = MAX_TEXT_LENGTH
      rest = rest.slice(chunk.length)
    }
    if (rest === '') continue
    current.push({ ...run, text: rest })
    room -= rest.length
  }
  if (current.length > 0 || texts.length === 0) texts.push(current)
  return texts
}

function breakLongWords(run: Run): Run[] {
  if (run.text.length <= MAX_WORD_LENGTH) return [run]
  return run.text
    .split(LONG_WORD)
    .filter((text) => text !== '')
    .map((text) => (LONG_WORD.test(text) ? { ...run, text, wordBreak: 'break-all' } : { ...run, text }))
}

/** Returns up to `room` characters, ending at the last line end, or else at the last space. */
function firstChunk(text: string, room: number, isFirst: boolean): string {
  const prefix = text.slice(0, room)
  const line = prefix.lastIndexOf('\n')
  if (line >= 0) return prefix.slice(0, line + 1)
  const space = LAST_SPACE.exec(prefix)
  if (space !== null) return prefix.slice(0, space.index + 1)
  return isFirst ? prefix : ''
}

/** Removes the last line end, because the end of a text ends its line already. */
const withoutLineEnd = (text: string) => text.replace(/\n$/, '')
