import { readComparisonAddress } from '@assay/domain/publish/report/comparison-address'
import { PLAIN_FIGURE, writeFigureBlock } from '@assay/domain/publish/report/figure-block'
import type { Evidence } from '@assay/domain/specs/evidence/evidence'
import { evidenceGrid } from '@assay/domain/specs/evidence/evidence-grid'
import { changeSharePath, savedPath } from '../../paths.ts'
import type { SlashCommand } from '../markdown-field/match-commands.ts'
import { linkToCell } from './bound-link.ts'

type Sources = {
  project: string
  saved: readonly { slug: string; title: string }[]
  shares: readonly { id: string; title: string }[]
  /** Figures of the text, whose values can be inserted. */
  evidence: Evidence
}

/** Maximum values that are offered; a table with more is searched by its figure in the preview. */
const MAX_VALUES = 2_000

/** The first line describes the diagram for people who cannot see it. */
const DIAGRAM = '```dot\n// Rows go from the scan to the sort\ndigraph {\n  scan -> sort\n}\n```'

/** Choices after a slash: a diagram, stored comparisons as blocks, and values of the figures as numbers bound to their cells. */
export const evidenceCommands = ({ project, saved, shares, evidence }: Sources): SlashCommand[] => [
  { label: 'diagram', insert: DIAGRAM, isBlock: true },
  ...saved.flatMap(({ slug, title }) => comparison(savedPath(project, slug), `comparison: ${title}`)),
  ...shares.flatMap(({ id, title }) => comparison(changeSharePath(project, id), `shared comparison: ${title}`)),
  ...values(evidence),
]

function comparison(path: string, label: string): SlashCommand[] {
  const address = readComparisonAddress(path)
  return address === null ? [] : [{ label, insert: writeFigureBlock({ ...PLAIN_FIGURE, address }), isBlock: true }]
}

function values({ figures }: Evidence): SlashCommand[] {
  const commands: SlashCommand[] = []
  for (const figure of figures) {
    if (figure.figure === null || figure.frozen === null) continue
    const { tables } = evidenceGrid(figure.frozen.figure)
    const name = figure.figure.name ?? `figure ${figure.number}`
    for (const [table, { groups }] of tables.entries()) {
      const rows = groups.flatMap((group) => group.rows)
      for (const [row, { cells }] of rows.entries()) {
        for (const column of cells.keys()) {
          if (commands.length >= MAX_VALUES) return commands
          const insert = linkToCell(figure, { table, row, column })
          if (insert !== null) commands.push({ label: `value: ${name}, ${wordsOf(insert)}`, insert, isBlock: false })
        }
      }
    }
  }
  return commands
}

/** `[5.02X](<figure:sort#a/b>)` as `a/b = 5.02X`. */
function wordsOf(link: string): string {
  const [, value = '', path = ''] = /^\[([^\]]*)\]\(<?figure:[^#]*#(.*?)>?\)$/.exec(link) ?? []
  return `${decodeURIComponent(path).replaceAll('/', ' / ')} = ${value}`
}
