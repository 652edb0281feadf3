import type { Problem } from '../../parse/problem.ts'
import { chooseDevice } from '../iostat/choose-device.ts'
import type { SampledSeries } from './sampled-series.ts'
import { figureOf, intervalOf, type SamplerTable } from './sampler-tables.ts'

/** MB/s of one unit of a column: kB, and sectors of 512 bytes in versions before 12. */
const DIRECTIONS: readonly (readonly [metric: string, kB: string, sectors: string])[] = [
  ['rMB/s', 'rkB/s', 'rd_sec/s'],
  ['wMB/s', 'wkB/s', 'wr_sec/s'],
]
const KB_OF_SECTOR = 0.5

/** Reads and writes of the storage that the server uses, from the table of `sar -d`; empty for other tables. */
export function seriesOfDevices({ columns, rows }: SamplerTable, file: string, problems: Problem[]): SampledSeries[] {
  if (!columns.includes('DEV')) return []
  const byDevice = Map.groupBy(rows, ({ cells }) => cells.DEV ?? '')
  const devices = Object.fromEntries(
    [...byDevice].map(([device, own]) => {
      const valuesOf = ([metric, kB, sectors]: (typeof DIRECTIONS)[number]) => {
        const [column, factor] = columns.includes(kB) ? [kB, 1] : [sectors, KB_OF_SECTOR]
        const values = own.map((row) => {
          const figure = figureOf(row, column, { file })
          if ('problem' in figure) problems.push(figure.problem)
          return 'value' in figure ? figure.value * factor : 0
        })
        return [metric.replace('MB/s', 'kB/s'), values] as const
      }
      return [device, Object.fromEntries(DIRECTIONS.map(valuesOf))]
    }),
  )
  const chosen = chooseDevice([{ ...NO_IOSTAT, devices }])
  const own = chosen === null ? undefined : devices[chosen.device]
  const intervalSeconds = intervalOf((byDevice.get(chosen?.device ?? '') ?? []).map(({ seconds }) => seconds))
  if (own === undefined || intervalSeconds === null) return []
  return DIRECTIONS.map(([metric]) => ({
    metric,
    values: (own[metric.replace('MB/s', 'kB/s')] ?? []).map((kb) => kb / 1024),
    intervalSeconds,
  }))
}

const NO_IOSTAT = {
  ...{ cpus: null, kernel: null, columns: [], cpu: {}, deviceHeaders: 1, firstReportSinceBoot: false, gaps: {} },
  ...{ unreadLines: 0, lastLineCut: false },
}
