import { MISSING } from '../../compare/format-cell.ts'
import { renderCsv } from '../../compare/render/render-csv.ts'
import { renderMarkdown } from '../../compare/render/render-markdown.ts'
import { renderText } from '../../compare/render/render-text.ts'
import { cellText, type FactTable } from '../../compare/studies/pages/fact-table.ts'
import type { StudyElement } from '../../compare/studies/pages/study-page.ts'
import type { ChartModel } from '../chart/chart-model.ts'
import { chartTable } from '../chart/chart-table.ts'
import type { Flame } from '../chart/flame.ts'
import { formatChartValue } from '../chart/format-chart-value.ts'
import { csvLine, guardField } from '../csv/csv-line.ts'
import { escapeMarkdownLine } from '../markdown/escape-markdown.ts'

/** Renders elements of a page as plain text to paste: headings, sentences, and tables with fields separated by tabs. */
export const elementsText = (parts: readonly StudyElement[]): string =>
  parts
    .map((part): string => {
      switch (part.kind) {
        case 'section':
          return [oneLine(part.title), oneLine(part.aside ?? ''), elementsText(part.parts)].filter(isSome).join('\n\n')
        case 'text':
          return oneLine(part.text)
        case 'empty':
          return oneLine(`${part.title}. ${part.text}`)
        case 'grid':
        case 'metrics':
          return renderText(part.grid)
        default:
          return tablesOf(part)
            .map(({ title, lines }) =>
              [title, ...lines.map((line) => line.map((one) => guardField(oneLine(one))).join('\t'))].join('\n'),
            )
            .join('\n\n')
      }
    })
    .filter(isSome)
    .join('\n\n')

/** Renders elements of a page as Markdown (GitHub flavor); headings begin at level 2. */
export function elementsMarkdown(parts: readonly StudyElement[]): string {
  let grids = 0
  const draw = (part: StudyElement): string => {
    switch (part.kind) {
      case 'section':
        return [`## ${escapeMarkdownLine(part.title)}`, escapeMarkdownLine(part.aside ?? ''), ...part.parts.map(draw)]
          .filter(isSome)
          .join('\n\n')
      case 'text':
        return escapeMarkdownLine(part.text)
      case 'empty':
        return `**${escapeMarkdownLine(part.title)}.** ${escapeMarkdownLine(part.text)}`
      case 'grid':
      case 'metrics':
        grids++
        // Footnotes are numbered from 1 in every grid, but their names must differ within one text.
        return renderMarkdown(part.grid)
          .trim()
          .replaceAll(/\[\^(\d+)\]/g, `[^t${grids}-$1]`)
      default:
        return tablesOf(part)
          .map(({ title, lines: [head = [], ...rows] }) =>
            [
              `### ${escapeMarkdownLine(title)}`,
              [
                pipes(head),
                pipes(
                  head.map(() => '---'),
                  false,
                ),
                ...rows.map((row) => pipes(row)),
              ].join('\n'),
            ].join('\n\n'),
          )
          .join('\n\n')
    }
  }
  return parts.map(draw).filter(isSome).join('\n\n')
}

/** Renders the tables of elements as CSV, one below the other, each after a line with its title. */
export const elementsCsv = (parts: readonly StudyElement[]): string =>
  parts
    .map((part): string => {
      switch (part.kind) {
        case 'section':
          return [csvLine([part.title]), elementsCsv(part.parts)].join('')
        case 'text':
        case 'empty':
          return ''
        case 'grid':
        case 'metrics':
          return `${renderCsv(part.grid)}\r\n`
        default:
          return tablesOf(part)
            .map(({ title, lines }) => `${[[title], ...lines].map(csvLine).join('')}\r\n`)
            .join('')
      }
    })
    .join('')

type PlainTable = { title: string; lines: string[][] }

/** Tables of elements without a grid: facts as shown, charts by x value, functions by nesting. */
function tablesOf(part: Extract<StudyElement, { kind: 'facts' | 'charts' | 'flame' }>): PlainTable[] {
  if (part.kind === 'facts') return [plainFacts(part.table)]
  if (part.kind === 'charts') return part.models.map(plainChart)
  return [{ title: `${part.title}. ${part.summary}`, lines: [['function', 'percent'], ...stacksOf(part.root, '')] }]
}

function plainFacts({ caption, columns, groups }: FactTable): PlainTable {
  const isGrouped = groups.some(({ name }) => name !== '')
  const headers = columns.map(({ header }) => header)
  const rows = groups.flatMap(({ name, rows: members }) =>
    members.map(({ cells }) => [...(isGrouped ? [name] : []), ...cells.map(cellText)]),
  )
  return { title: caption, lines: [[...(isGrouped ? ['group'] : []), ...headers], ...rows] }
}

function plainChart(model: ChartModel): PlainTable {
  const { corner, columns, rows } = chartTable(model)
  return {
    title: [model.title, model.summary, model.left ?? ''].filter(isSome).join('. '),
    lines: [
      [corner, ...columns],
      ...rows.map(({ name, cells }) => [
        name,
        ...cells.map(({ value }) => (value === null ? MISSING : formatChartValue(value, model.y.format))),
      ]),
    ],
  }
}

/** The format of collapsed stacks: each function after its callers. */
function stacksOf({ name, percent, children }: Flame, above: string): string[][] {
  const own = above === '' ? name : `${above};${name}`
  return [[own, percent.toFixed(2)], ...children.flatMap((child) => stacksOf(child, own))]
}

const isSome = (text: string) => text !== ''
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
const pipes = (fields: readonly string[], escapes = true) =>
  `| ${(escapes ? fields.map(escapeMarkdownLine) : fields).join(' | ')} |`
