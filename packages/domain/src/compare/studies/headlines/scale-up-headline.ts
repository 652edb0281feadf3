import { plural } from '../../../plural.ts'
import type { Comparison } from '../../comparison.ts'
import type { ScaleUpSubject } from '../scale-up/scale-up.ts'
import { factorWords, firstThatFits, knownWords, medianOf, subjectWords, withoutWorkload } from './headline-words.ts'

/**
 * "RocksDB 10.8.3 on hetz (byrx): 40 clients have 21 times the throughput of 1 client in the median of 7 tests, 54% of
 * perfect scaling (fillseq 2.9 times to readrandom 38 times)".
 */
export function scaleUpHeadline(subjects: readonly ScaleUpSubject[], comparison: Comparison): string | null {
  const [subject] = subjects
  if (subject === undefined) return null
  const { tests, baseClients, mostClients, label } = subject
  const measured = tests
    .flatMap(({ name, atMost }) => (atMost === null ? [] : [{ name, scaleUp: atMost.scaleUp }]))
    .toSorted((a, b) => a.scaleUp - b.scaleUp)
  const [low, high] = [measured[0], measured.at(-1)]
  const middle = medianOf(measured.map(({ scaleUp }) => scaleUp))
  if (low === undefined || high === undefined || middle === null) return null
  const product = knownWords(label === '' ? versionWords(comparison) : label)
  const clients = `${mostClients} clients have`
  const base = `the throughput of ${baseClients === 1 ? '1 client' : `${baseClients} clients`}`
  const share = `${Math.round((100 * middle) / (mostClients / baseClients))}% of perfect scaling`
  const answer =
    measured.length === 1
      ? `${clients} ${factorWords(middle)} ${base} in ${low.name}, ${share}`
      : `${clients} ${factorWords(middle)} ${base} in the median of ${plural(measured.length, 'test')}, ${share}`
  const range = `${low.name} ${factorWords(low.scaleUp)} to ${high.name} ${factorWords(high.scaleUp)}`
  return firstThatFits(
    ...(measured.length === 1 ? [] : [`${subjectWords(comparison, product)}: ${answer} (${range})`]),
    `${subjectWords(comparison, product)}: ${answer}`,
    `${subjectWords(withoutWorkload(comparison), product)}: ${answer}`,
  )
}

const versionWords = ({ filters: { product = [], version = [] } }: Comparison): string =>
  [product.join(', '), version.length === 1 ? version[0] : ''].filter((part) => part !== '').join(' ')
