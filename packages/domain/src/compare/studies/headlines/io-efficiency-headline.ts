import type { Comparison } from '../../comparison.ts'
import type { IoEfficiency } from '../io-efficiency/io-efficiency.ts'
import { subjectWords } from './headline-words.ts'

/** Subjects that a headline has room for. */
const MAX_SUBJECTS = 2

/** "RocksDB on hetz (byrx): 78% to 85% of the storage reads/s of fio at 1 client, 88% to 89% at 6 clients". */
export function ioEfficiencyHeadline({ subjects }: IoEfficiency, comparison: Comparison): string | null {
  if (subjects.length === 0) return null
  const percent = (share: number) => `${Math.round(100 * share)}%`
  const texts = subjects.slice(0, MAX_SUBJECTS).map(({ label, tests }, i) => {
    const all = tests.map(({ efficiency }) => efficiency)
    const [low, high] = [percent(Math.min(...all)), percent(Math.max(...all))]
    return `${low === high ? low : `${low} to ${high}`}${i === 0 ? ' of the storage reads/s of fio' : ''} at ${label}`
  })
  return `${subjectWords(comparison)}: ${texts.join(', ')}`
}
