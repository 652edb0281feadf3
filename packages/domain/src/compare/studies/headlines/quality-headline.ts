import { formatChartValue } from '../../../publish/chart/format-chart-value.ts'
import type { Comparison } from '../../comparison.ts'
import type { QualityTable } from '../quality-of-service/quality-of-service.ts'
import { ALL_STATISTICS } from '../response-times.ts'
import { shortStatistic } from '../statistic-words.ts'
import { knownWords, subjectWords } from './headline-words.ts'

/** "Linkbench on nuc (cached): p99 of add_link, the slowest operation, is 8 ms (MongoDB 3.2.4) to 28 ms (MySQL 5.7.31)". */
export function qualityHeadline(
  tables: readonly QualityTable[],
  statistic: string,
  comparison: Comparison,
): string | null {
  const times = tables.flatMap(({ label, columns, rows }) =>
    columns.flatMap(({ response, unit }, at) => {
      if (response === null || (statistic === ALL_STATISTICS && response.statistic !== 'p99')) return []
      return rows.flatMap(({ name, cells }) => {
        const value = cells[at]?.value ?? null
        return value === null
          ? []
          : [{ label, operation: response.operation, statistic: response.statistic, name, value, unit }]
      })
    }),
  )
  const slowest = times.toSorted((a, b) => b.value - a.value)[0]
  if (slowest === undefined) return null
  const alike = times.filter(({ label, operation }) => label === slowest.label && operation === slowest.operation)
  const fastest = alike.toSorted((a, b) => a.value - b.value)[0] ?? slowest
  const [benchmark] = comparison.filters.benchmark ?? []
  const size = ({ value, unit, name }: (typeof times)[number]) =>
    `${formatChartValue(value, 'value')} ${unit} (${knownWords(name)})`
  const what =
    slowest.operation === null
      ? `${shortStatistic(slowest.statistic)} response time`
      : `${shortStatistic(slowest.statistic)} of ${slowest.operation}, the slowest operation,`
  const of = tables.length > 1 ? ` in ${slowest.label}` : ''
  const range = fastest.value === slowest.value ? size(slowest) : `${size(fastest)} to ${size(slowest)}`
  return `${subjectWords(comparison, benchmark)}: ${what} is ${range}${of}`
}
