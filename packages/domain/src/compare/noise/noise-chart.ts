import { formatPercent } from '../../percent.ts'
import type { ChartModel } from '../../publish/chart/chart-model.ts'
import type { NoisePeriod } from './noise-report.ts'

/** Chart of the noise of a machine by quarter; null for fewer than two quarters with a date. */
export function noiseChart(id: string, name: string, history: readonly NoisePeriod[]): ChartModel | null {
  const dated = history.filter(({ period }) => period !== 'undated')
  const [first, last] = [dated[0], dated.at(-1)]
  if (first === undefined || last === undefined || first === last) return null
  return {
    id,
    title: `Noise of ${name} by quarter`,
    summary: `${formatPercent(first.sd, 2)} in ${first.period}, ${formatPercent(last.sd, 2)} in ${last.period}: the standard deviation of one run.`,
    draw: 'line',
    x: { kind: 'ordered', label: 'quarter', places: dated.map(({ period }) => ({ name: period })) },
    y: { label: 'noise', unit: '', better: 'lower', format: 'percent', room: { low: 0, high: 0.01 } },
    series: [
      {
        name: 'noise',
        color: 1,
        points: dated.map(({ sd, degreesOfFreedom }, x) => ({
          x,
          y: sd,
          detail: `${degreesOfFreedom} degrees of freedom`,
        })),
      },
    ],
  }
}
