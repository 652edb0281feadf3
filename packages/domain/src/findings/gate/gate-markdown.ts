import { formatRatio } from '../../compare/format-cell.ts'
import { formatPercent } from '../../percent.ts'
import { escapeMarkdownLine } from '../../publish/markdown/escape-markdown.ts'
import type { Gate, GateRow, GateVerdict } from './gate.ts'
import type { Alone } from './match-sides.ts'

const WORDS: Readonly<Record<GateVerdict, string>> = {
  pass: 'Pass: no regression.',
  regression: 'Regression.',
  inconclusive: 'Inconclusive.',
  'not compared': 'Not compared: results of the base have no counterpart.',
}

const VERDICT_WORDS: Readonly<Record<GateRow['said'], string>> = {
  worse: 'regression',
  better: 'improvement',
  'looks worse': 'inconclusive, possibly a regression',
}

const counted = (count: number, word: string): string => `${count} ${count === 1 ? word : `${word}s`}`

/** Maximum rows, and maximum lines below them, of a comment on a pull request. */
const MAX_ROWS = 50
const MAX_LINES = 20

/** Marker by which a workflow finds its earlier comment, to replace it instead of adding another. */
export const COMMENT_MARK = '<!-- assay-gate -->'

/** The texts around the table. */
type GateWords = {
  base: string
  candidate: string
  rule?: string
  alone?: readonly Alone[]
  notes?: readonly string[]
  /** Absolute URL of the comparison. */
  link?: string | null
}

/** Renders a comment for a pull request or the summary of a job. It ends with an invisible marker (COMMENT_MARK). */
export function gateMarkdown(gate: Gate, words: GateWords): string {
  const { verdict, compared, judged, rows, badged, noisyMachines } = gate
  const { base, candidate, rule, alone = [], notes = [], link = null } = words
  const count = (outcome: GateRow['said']) => rows.filter((row) => row.said === outcome).length
  const sentence = `${counted(count('worse'), 'regression')}, ${counted(count('better'), 'improvement')}, ${count('looks worse')} possibly worse but inconclusive; ${judged} of ${counted(compared, 'ratio')} could be judged.`
  const lines = [
    ...(rule === undefined ? [] : [`Rule: ${escapeMarkdownLine(rule)}.`]),
    // A parenthesis would end the URL in Markdown.
    ...(link === null ? [] : [`[The comparison](${link.replaceAll('(', '%28').replaceAll(')', '%29')})`]),
  ]
  return [
    `**${WORDS[verdict]}** ${escapeMarkdownLine(candidate)} vs ${escapeMarkdownLine(base)}: ${sentence}`,
    ...(rows.length === 0 ? [] : ['', ...tableOf(rows)]),
    ...section(
      'Excluded',
      badged.map(({ table, row, why }) => `${nameOf(table, row)}: ${why}`),
    ),
    ...section(
      'Noisy machines, excluded',
      noisyMachines.map(({ hardware, noise }) => `${hardware}: repeats differ by ${formatPercent(noise, 1)}`),
    ),
    ...section(
      'Without a counterpart',
      alone.map(({ side, what }) => `only the ${side}: ${what}`),
    ),
    ...section('Notes', notes),
    ...(lines.length === 0 ? [] : ['', lines.join(' ')]),
    '',
    COMMENT_MARK,
    '',
  ].join('\n')
}

function tableOf(rows: readonly GateRow[]): string[] {
  const shown = rows.slice(0, MAX_ROWS)
  return [
    '| test | relative | 95% interval | |',
    '| --- | ---: | --- | --- |',
    ...shown.map(({ table, row, ratio, low, high, said, repeatsNeeded }) => {
      const interval = low === null || high === null ? 'not known' : `${formatRatio(low)} to ${formatRatio(high)}`
      const more = said === 'looks worse' && repeatsNeeded !== null ? `, ${repeatsNeeded} repeats would decide` : ''
      return `| ${escapeMarkdownLine(nameOf(table, row))} | ${formatRatio(ratio)} | ${interval} | ${VERDICT_WORDS[said]}${more} |`
    }),
    ...(rows.length > shown.length ? [`| and ${rows.length - shown.length} more | | | |`] : []),
  ]
}

function section(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return []
  const more = lines.length > MAX_LINES ? [`- and ${lines.length - MAX_LINES} more`] : []
  return ['', `${title}:`, '', ...lines.slice(0, MAX_LINES).map((line) => `- ${escapeMarkdownLine(line)}`), ...more]
}

const nameOf = (table: string, row: string): string => [table, row].filter((part) => part !== '').join(', ')
