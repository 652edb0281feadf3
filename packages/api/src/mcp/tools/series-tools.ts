import { SERIES_ORDERS, writeSeriesQuery } from '@assay/domain/findings/series/series-query'
import { projectPath } from '@assay/domain/projects/project-key'
import { PRIMARY_METRIC } from '@assay/domain/run/metric'
import { z } from 'zod'
import { DimensionFilters } from '../../runs/router.ts'
import { defineTool, filters, markdownTable, paragraphs, project, shortNumber } from '../tool.ts'

const LineBody = z.object({
  name: z.string(),
  test: z.string(),
  hardware: z.string(),
  metric: z.string(),
  points: z.int(),
  newest: z.object({ at: z.string(), value: z.number() }).nullable(),
  changes: z.array(z.object({ at: z.string(), ratio: z.number(), direction: z.string() })),
})

export const seriesTools = [
  defineTool({
    name: 'series',
    title: 'History of a metric',
    description:
      'The history of a metric over versions, time or commits, with its change points. It is one series: a dimension that the filters do not name gets the value with most results. The answer says which values were chosen, and which others there are.',
    input: z.object({
      project,
      filters,
      metric: z.string().max(200).default(PRIMARY_METRIC),
      order: z.enum(SERIES_ORDERS).default('version'),
    }),
    output: z.object({
      lines: z.array(LineBody),
      filters: z.record(z.string(), z.array(z.string())).describe('the values of the series'),
      others: z.record(z.string(), z.array(z.string())).describe('further values of each dimension, for filters'),
      replaced: z.array(z.string()).describe('values that no result has, and what is shown instead'),
      page: z.string(),
    }),
    writes: false,
    procedures: ['series.read'],
    async run({ api, link }, { project, metric, order, ...input }) {
      const filters = DimensionFilters.parse(input.filters)
      const query = writeSeriesQuery({
        filters,
        metric,
        order,
        color: null,
        method: null,
        from: null,
        to: null,
        run: null,
      })
      const series = await api.series.read({ project, query })
      const nameOf = (index: number) => series.places[index] ?? String(index)
      const lines = series.lines.map(({ name, test, hardware, metric, positions, changes }) => {
        const last = positions.at(-1)
        return {
          name: name === '' ? [test, hardware].filter(Boolean).join(' on ') : name,
          test,
          hardware,
          metric,
          points: positions.length,
          newest: last === undefined ? null : { at: nameOf(last.place), value: last.value },
          changes: changes.map(({ place, ratio, direction }) => ({ at: nameOf(place), ratio, direction })),
        }
      })
      const page = link(`${projectPath(project)}/series?${query}`)
      const unitOf = new Map(series.metrics.map(({ name, unit }) => [name, unit]))
      const rows = lines.map(({ name, metric, points, newest, changes }) => [
        name,
        [metric, unitOf.get(metric)].filter(Boolean).join(', '),
        points,
        newest === null ? '-' : `${shortNumber(newest.value)} (${newest.at})`,
        changes.map(({ at, ratio }) => `${at}: ${ratio.toFixed(2)}`).join('; ') || 'none',
      ])
      const chosen = statedValues(series.query.filters)
      const others = otherValues(series.choices, chosen)
      const text = paragraphs(
        series.replaced.join(' '),
        `Series of ${valueWords(chosen)}.`,
        lines.length === 0
          ? noSeries(metric, series.metrics)
          : markdownTable(['series', 'metric', 'points', 'newest', 'changes'], rows),
        series.left > 0 ? `${series.left} further series match; filters choose them.` : null,
        Object.keys(others).length > 0 ? `Other values: ${valueWords(others)}.` : null,
        page,
      )
      return { text, data: { lines, filters: chosen, others, replaced: series.replaced, page } }
    },
  }),
  defineTool({
    name: 'gate',
    title: 'Gate',
    description:
      'Decides if a candidate passes compared with a base: pass, regression, or inconclusive with the number of further repeats. Nothing is stored.',
    input: z.object({
      project,
      base: z.array(z.string().min(1).max(200)).min(1).max(100).describe('a version, or ids of runs'),
      candidate: z.array(z.string().min(1).max(200)).min(1).max(100).describe('a version, or ids of runs'),
      product: z.string().max(200).optional(),
      hardware: z.array(z.string().max(200)).max(100).default([]),
    }),
    output: z.object({
      verdict: z.string(),
      exitCode: z.int(),
      compared: z.int(),
      rows: z.array(z.looseObject({})),
      link: z.string().nullable(),
    }),
    writes: false,
    procedures: ['gates.run'],
    async run({ api }, { project, ...gate }) {
      const { verdict, exitCode, compared, rows, link, markdown } = await api.gates.run({ project, gate })
      return { text: markdown, data: { verdict, exitCode, compared, rows: rows.map((row) => ({ ...row })), link } }
    },
  }),
]

/** The next step when nothing matches: the metrics of the project when it does not have the one that was asked for. */
function noSeries(metric: string, metrics: readonly { name: string }[]): string {
  const names = metrics.map(({ name }) => name)
  if (metric === PRIMARY_METRIC || names.includes(metric))
    return 'No series matches these filters. search finds names of tests and machines.'
  return `The project has no metric ${JSON.stringify(metric)}. Its metrics: ${names.join(', ')}.`
}

const MAX_SHOWN_VALUES = 15

type Values = Record<string, string[]>

const statedValues = (filters: Readonly<Record<string, readonly string[] | undefined>>): Values =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, values = []]) => (values.length > 0 ? [[name, [...values]]] : [])),
  )

/** Values of each dimension that results have and that the series leaves out. */
const otherValues = (
  choices: readonly { name: string; values: readonly { value: string }[] }[],
  chosen: Values,
): Values =>
  Object.fromEntries(
    choices.flatMap(({ name, values }) => {
      const left = values.map(({ value }) => value).filter((value) => value !== '' && !chosen[name]?.includes(value))
      return left.length > 0 && chosen[name] !== undefined ? [[name, left]] : []
    }),
  )

const valueWords = (values: Values): string =>
  Object.entries(values)
    .map(([name, all]) => {
      const more = all.length > MAX_SHOWN_VALUES ? ` and ${all.length - MAX_SHOWN_VALUES} more` : ''
      return `${name} ${all.slice(0, MAX_SHOWN_VALUES).join(', ')}${more}`
    })
    .join('; ')
