import { excludes, FLAG_CODES } from '../../run/validity/flag-severity.ts'
import { VALIDITY_FLAGS } from '../../run/validity/validity-flag.ts'
import { COUNTED_IN, OF_BASE } from '../band.ts'
import type { GridTable } from '../grid.ts'

/**
 * Words of the validity flags that occur in some tables, in order of importance: `excluded` for flags that exclude
 * cells, `counted` for flags whose results are included on request.
 */
type FlagText = { excluded: string[]; counted: string[] }

export function flagText(tables: readonly GridTable[]): FlagText {
  const excluded = new Set<string>()
  const counted = new Set<string>()
  for (const { groups } of tables) {
    for (const { rows } of groups) {
      for (const { cells } of rows) {
        for (const { footnotes } of cells) {
          for (const { code } of footnotes) {
            const own = code.startsWith(OF_BASE) ? code.slice(OF_BASE.length) : code
            if (own.startsWith(COUNTED_IN)) counted.add(own.slice(COUNTED_IN.length))
            else if (excludes(own)) excluded.add(own)
          }
        }
      }
    }
  }
  return { excluded: wordsOf(excluded), counted: wordsOf(counted) }
}

const wordsOf = (codes: ReadonlySet<string>) =>
  FLAG_CODES.filter((code) => codes.has(code)).map((code) => VALIDITY_FLAGS[code].word)
