import { formatPercent } from '../../../percent.ts'
import type { Comparison } from '../../comparison.ts'
import type { Repeats } from '../repeats.ts'
import { subjectWords } from './headline-words.ts'

/** "Repeats of MySQL on pn53 (cached): 229 of 450 agree within 1% of the first; a single run is good to 3.4%". */
export function repeatsHeadline({ summary }: Repeats, comparison: Comparison): string | null {
  if (summary === null) return null
  const subject = subjectWords(comparison)
  const of = subject === '' ? '' : ` of ${subject}`
  return `Repeats${of}: ${summary.within1} of ${summary.pairs} are within 1% of the first; a single run is good to ${formatPercent(summary.deviation, 1)} (one standard deviation)`
}
