import { comparisonHeadline } from '@assay/domain/compare/comparison-headline'
import type { Cell, Grid, GridTable, GridWarning } from '@assay/domain/compare/grid'
import { sentenceText } from '@assay/domain/compare/tldr/tldr'
import { rowsOf } from '@assay/domain/compare/tldr/tldr-blocks'
import { decisionOf } from '@assay/domain/compare/verdict/verdict-codes'
import { isShortList, warningKinds } from '@assay/domain/compare/warnings/warning-kinds'
import { projectPath } from '@assay/domain/projects/project-key'
import { z } from 'zod'
import { defineTool, markdownTable, paragraphs, shortNumber, type ToolContext } from '../tool.ts'
import { ComparisonInput, OtherEnvironments, requestedComparison, requestedQuery } from './requested-comparison.ts'
import { unknownValues } from './unknown-values.ts'

const CellBody = z.object({
  cell: z.string().describe('table.row.column, as explain takes it'),
  table: z.string(),
  test: z.string(),
  column: z.string(),
  metric: z.string(),
  unit: z.string(),
  better: z.string(),
  value: z.number().nullable(),
  base: z.number().nullable(),
  ratio: z.number().nullable().describe('value / base'),
  low: z.number().nullable().describe('95% interval of the ratio'),
  high: z.number().nullable(),
  verdict: z.string().describe('regression, improvement, no change, inconclusive, or not judged'),
  repeats: z.int(),
})
type CellBody = z.infer<typeof CellBody>

const Explanation = z.object({ cell: z.string(), sentences: z.array(z.string()), kind: z.string() })

/** Codes of warnings that say how the compared environments differ. */
const ENVIRONMENT: ReadonlySet<string> = new Set(['hidden-dimension', 'hidden-dimension-mixed', 'fact-differs'])

/** Order of verdicts in the answer: what changed is first. */
const VERDICT_ORDER = ['regression', 'improvement', 'inconclusive', 'no change', 'not judged']

export const compareTools = [
  defineTool({
    name: 'compare',
    title: 'Compare versions',
    description:
      'Compares versions, compilers or configs as ratios value / base with 95% intervals and verdicts. Begins with differences between the two environments, which may explain a change. Two versions are compared in one environment (machine, benchmark, workload), the one with most tests unless you name it; the answer lists the others. Without versions or a query it compares the two newest versions that can be compared. Other questions need a query: the best compiler is columns=compiler, the best config columns=config, products side by side columns=product,version.',
    input: ComparisonInput.extend({
      limit: z.int().min(1).max(500).default(60).describe('cells in the answer; changed ones are first'),
    }),
    output: z.object({
      headline: z.string(),
      otherEnvironments: OtherEnvironments,
      differences: z.array(z.string()),
      summary: z.array(z.string()),
      cells: z.array(CellBody),
      leftOut: z.int().describe('cells beyond the limit'),
      query: z.string(),
      page: z.string(),
    }),
    writes: false,
    procedures: ['comparisons.pairs', 'comparisons.pair', 'comparisons.grid', 'runs.observed'],
    async run(context, input) {
      const { query, others } = await requestedComparison(context, input)
      const { comparison, grid, tldr } = await context.api.comparisons.grid({ project: input.project, query })
      const all = listCells(grid)
      const cells = all.slice(0, input.limit)
      const page = pageOf(context, input.project, query)
      const headline = comparisonHeadline(grid, comparison, 'Comparison')
      const differences = textsOf(grid.warnings)
      const summary = tldr.sentences.map(sentenceText)
      const leftOut = all.length - cells.length
      const text = paragraphs(
        headline,
        otherWords(others),
        differencesAbove(grid.warnings),
        list('Summary', summary),
        cellTable(cells),
        cells.length === 0 ? await unknownValues(context.api, input.project, comparison.filters) : null,
        leftOut > 0 ? `${leftOut} further cells are not shown; limit shows more.` : null,
        isShortList(grid.warnings) ? null : list('Differences in full', differences),
        page,
      )
      return { text, data: { headline, otherEnvironments: others, differences, summary, cells, leftOut, query, page } }
    },
  }),
  defineTool({
    name: 'explain',
    title: 'Explain changes',
    description:
      'Explains the changed cells of a comparison: CPU per operation, contention, reads, writes, memory, stalls. Pass table.row.column, as compare lists it, to explain one cell.',
    input: ComparisonInput.extend({
      cell: z
        .string()
        .regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/, 'a cell is table.row.column, such as 0.3.2')
        .optional(),
      limit: z.int().min(1).max(500).default(40).describe('explanations in the answer'),
    }),
    output: z.object({ explanations: z.array(Explanation), leftOut: z.int(), query: z.string(), page: z.string() }),
    writes: false,
    procedures: ['comparisons.pairs', 'comparisons.pair', 'comparisons.explainAll'],
    async run(context, input) {
      const query = await requestedQuery(context, input)
      const found = await explanationsOf(context, { project: input.project, query, cell: input.cell })
      const explanations = found.slice(0, input.limit).map(({ place, explanation }) => ({
        cell: `${place.table}.${place.row}.${place.column}`,
        kind: explanation.kind,
        sentences: [...explanation.sentences],
      }))
      const page = pageOf(context, input.project, query)
      const rows = explanations.map(({ cell, sentences }) => [cell, sentences.join(' ')])
      const leftOut = found.length - explanations.length
      const text = paragraphs(
        rows.length === 0 ? 'Nothing changed there.' : markdownTable(['cell', 'why'], rows),
        leftOut > 0 ? `${leftOut} further changed cells are not explained here; limit or cell chooses them.` : null,
        page,
      )
      return { text, data: { explanations, leftOut, query, page } }
    },
  }),
]

const MAX_ENVIRONMENTS = 12

/** Names the environments that two versions have besides the compared one, because their verdicts may differ. */
function otherWords(others: z.infer<typeof OtherEnvironments>): string | null {
  if (others.length === 0) return null
  const named = others.slice(0, MAX_ENVIRONMENTS).map((other) => Object.values(other).join(' · '))
  const more = others.length > MAX_ENVIRONMENTS ? [`and ${others.length - MAX_ENVIRONMENTS} more`] : []
  return `This is one environment. Both versions also ran in: ${[...named, ...more].join('; ')}. hardware, benchmark and workload select one.`
}

/** Differences stand before the table, because they may explain a change; a long list is summarized there. */
function differencesAbove(warnings: readonly GridWarning[]): string | null {
  if (warnings.length === 0) return 'No difference between the environments was recorded.'
  if (isShortList(warnings)) return list('Differences', textsOf(warnings))
  const subjects = warnings.filter(({ code }) => ENVIRONMENT.has(code)).map(({ text }) => `${text.split(':')[0]}.`)
  return [`Differences, in full below the table: ${warningKinds(warnings).join(', ')}.`, ...subjects].join(' ')
}

const textsOf = (warnings: readonly GridWarning[]): string[] => warnings.map(({ text }) => text)

async function explanationsOf(
  { api }: ToolContext,
  asked: { project: string; query: string; cell: string | undefined },
) {
  const { project, query, cell } = asked
  if (cell === undefined) return api.comparisons.explainAll({ project, query })
  const [table = 0, row = 0, column = 0] = cell.split('.').map(Number)
  const one = await api.comparisons.explain({ project, query, cell: { table, row, column } })
  return one === null ? [] : [one]
}

const pageOf = ({ link }: ToolContext, project: string, query: string): string =>
  link(`${projectPath(project)}/compare?${query}`)

const list = (title: string, lines: readonly string[]): string | null =>
  lines.length === 0 ? null : [`${title}:`, ...lines.map((line) => `- ${line}`)].join('\n')

/** The cells with a ratio, or all with a value when nothing is divided; changed ones first, the largest change first. */
function listCells(grid: Grid): CellBody[] {
  const all = grid.tables.flatMap((table, index) => cellsOfTable(table, index))
  const divided = all.filter(({ ratio }) => ratio !== null)
  const cells = divided.length > 0 ? divided : all.filter(({ value }) => value !== null)
  return cells.toSorted(
    (a, b) => VERDICT_ORDER.indexOf(a.verdict) - VERDICT_ORDER.indexOf(b.verdict) || sizeOf(b) - sizeOf(a),
  )
}

const sizeOf = ({ ratio }: CellBody): number => (ratio === null || ratio <= 0 ? 0 : Math.abs(Math.log(ratio)))

const cellsOfTable = (table: GridTable, index: number): CellBody[] =>
  rowsOf(table).flatMap((row, rowIndex) =>
    row.cells.flatMap((cell, column) =>
      cell.isBase
        ? []
        : [
            {
              ...measured(cell),
              cell: `${index}.${rowIndex}.${column}`,
              table: table.key.label,
              test: row.label,
              column: table.columns[column]?.label ?? '',
            },
          ],
    ),
  )

function measured({ metric, unit, better, value, baseValue, ratio, verdict, repeats }: Cell) {
  const { low = null, high = null } = verdict?.interval ?? {}
  const word = verdict === null ? 'not judged' : decisionOf(verdict)
  return { metric, unit, better, value, base: baseValue, ratio, low, high, verdict: word, repeats }
}

function cellTable(cells: readonly CellBody[]): string | null {
  if (cells.length === 0) return 'No results.'
  const rows = cells.map((cell) => [
    cell.cell,
    [cell.table, cell.test].filter(Boolean).join(' · '),
    cell.column,
    `${shortNumber(cell.value)} ${cell.unit}`,
    shortNumber(cell.base),
    cell.ratio === null ? '-' : cell.ratio.toFixed(2),
    cell.low === null || cell.high === null ? '-' : `${cell.low.toFixed(2)} to ${cell.high.toFixed(2)}`,
    cell.verdict,
  ])
  return markdownTable(['cell', 'test', 'column', 'value', 'base', 'ratio', '95% interval', 'verdict'], rows)
}
