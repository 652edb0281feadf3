import type { Parsed } from '../../parse/problem.ts'
import { quote } from '../../parse/quote.ts'
import { textLines } from '../../parse/text-lines.ts'

const GIB: Readonly<Record<string, number>> = { K: 2 ** -20, M: 2 ** -10, G: 1, T: 2 ** 10, P: 2 ** 20 }
const SIZE = /^(\d+(?:\.\d+)?)([KMGTP])\t(\S.*)$/

export const recognizeDirectorySize = (text: string): boolean => SIZE.test(textLines(text.slice(0, 2_000))[0] ?? '')

/**
 * Parses the first line of sb.sz files: `du -hs` of the data directory (FORMATS.md section 2). The apparent size and
 * the sub-directories follow. A number without a unit may be bytes or blocks, so it is refused.
 *
 * @returns GiB, with the two digits that du prints.
 */
export function parseDirectorySize(text: string, file: string): Parsed<{ gib: number }> {
  const [first] = textLines(text)
  const [, number, unit = ''] = SIZE.exec(first ?? '') ?? []
  const factor = GIB[unit]
  if (number !== undefined && factor !== undefined) return { value: { gib: Number(number) * factor }, problems: [] }
  const message =
    first === undefined
      ? 'the file is empty'
      : `${quote(first)} is not a size with its unit and a directory, as du -hs prints it`
  return { value: null, problems: [{ file, ...(first === undefined ? {} : { line: 1 }), message }] }
}
