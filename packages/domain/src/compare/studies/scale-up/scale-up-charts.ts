import { cellNote } from '../../../publish/chart/cell-note.ts'
import type { ChartModel, ChartSeries, ChartYAxis } from '../../../publish/chart/chart-model.ts'
import { colorsOf } from '../../../publish/chart/chart-model.ts'
import { formatRatio } from '../../format-cell.ts'
import type { ScaleUpSubject, ScaleUpTest } from './scale-up.ts'

/** Minimum number of client counts for a curve; fewer are drawn as bars. */
const CURVE_FROM = 3

const Y: ChartYAxis = { label: 'scale-up', unit: 'times', better: 'higher', format: 'ratio' }

/**
 * Charts of scale-up with the line of perfect scaling, one for each group of tests: curves over clients, or bars for
 * two client counts. All charts of a subject have the same y axis.
 *
 * @param id prefix of the ids of the charts.
 */
export function scaleUpCharts(subject: ScaleUpSubject, id: string): ChartModel[] {
  const { tests, clients, mostClients, baseClients } = subject
  const perfect = mostClients / baseClients
  const best = Math.max(...tests.flatMap(({ points }) => points.map(({ scaleUp }) => scaleUp)))
  const y: ChartYAxis = { ...Y, room: { low: 0, high: Math.max(perfect, best) } }
  return [...Map.groupBy(tests, ({ group }) => group)].map(([group, members], i) => {
    const common = {
      id: `${id}-${i}`,
      title: [group ?? 'all tests', subject.label].filter((part) => part !== '').join(', '),
      summary: summarize(members, subject),
      y,
    }
    return clients.length < CURVE_FROM
      ? { ...common, ...bars(members, perfect, subject) }
      : { ...common, ...curves(members, subject) }
  })
}

function curves(tests: readonly ScaleUpTest[], { baseClients, mostClients }: ScaleUpSubject) {
  const colorOf = colorsOf(tests.map(({ name }) => name))
  const perfect: ChartSeries = {
    name: 'perfect',
    color: 6,
    dashed: true,
    points: [
      { x: baseClients, y: 1 },
      { x: mostClients, y: mostClients / baseClients },
    ],
  }
  const measured = tests.map(({ name, points, knee }): ChartSeries => {
    const isKnee = (clients: number) => knee !== null && !knee.isLast && knee.clients === clients
    return {
      name,
      color: colorOf(name),
      points: points.map(({ clients, scaleUp, cell }) => {
        return { x: clients, y: scaleUp, ...cellNote(cell, isKnee(clients) ? 'no gain of 5% beyond' : undefined) }
      }),
    }
  })
  return {
    draw: 'line',
    x: { kind: 'number', label: 'clients', unit: '' },
    series: [...measured, perfect],
  } satisfies Partial<ChartModel>
}

function bars(tests: readonly ScaleUpTest[], perfect: number, { mostClients }: ScaleUpSubject) {
  return {
    draw: 'rows',
    x: { kind: 'ordered', label: '', places: tests.map(({ name }) => ({ name })) },
    series: [
      {
        name: `at ${mostClients} clients`,
        color: 1,
        points: tests.map(({ atMost }, x) => ({ x, y: atMost?.scaleUp ?? null })),
      },
    ],
    marks: [{ axis: 'y', at: perfect, label: `perfect: ${Number(perfect.toFixed(2))}` }],
  } satisfies Partial<ChartModel>
}

function summarize(tests: readonly ScaleUpTest[], { baseClients, mostClients }: ScaleUpSubject): string {
  const ranked = tests
    .flatMap(({ name, atMost }) => (atMost === null ? [] : [{ name, scaleUp: atMost.scaleUp }]))
    .sort((a, b) => b.scaleUp - a.scaleUp)
  const [best] = ranked
  const worst = ranked.at(-1)
  const range = `From ${baseClients} to ${mostClients} clients`
  if (best === undefined || worst === undefined) return `No test has a result at ${mostClients} clients.`
  if (ranked.length === 1) return `${range}: ${formatRatio(best.scaleUp)} (${best.name}).`
  return `${range}: best ${formatRatio(best.scaleUp)} (${best.name}), worst ${formatRatio(worst.scaleUp)} (${worst.name}).`
}
