import { BADGE_CODES, BADGES } from '../validity/badge.ts'
import { OF_BASE, takesNoPart } from './band.ts'
import type { GridTable } from './grid.ts'

/** Why cells of a table take no part, in the words of their badges and in the order of importance; often empty. */
export function excludedFor({ groups }: GridTable): string[] {
  const codes = new Set<string>()
  for (const { rows } of groups) {
    for (const { cells } of rows) {
      for (const { footnotes } of cells) {
        if (!takesNoPart(footnotes)) continue
        for (const { code } of footnotes) codes.add(code.startsWith(OF_BASE) ? code.slice(OF_BASE.length) : code)
      }
    }
  }
  return BADGE_CODES.filter((code) => codes.has(code) && BADGES[code].severity === 'excludes').map(
    (code) => BADGES[code].word,
  )
}
