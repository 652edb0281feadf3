import { formatRatio } from '@assay/domain/compare/format-cell'
import { type Agreement, agreementsOf } from '@assay/domain/studies/agreement'
import { runPath } from '../../../paths.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { countOf } from '../../../ui/format-count.ts'
import { Section } from '../../../ui/section.tsx'
import { askGrid } from '../frame/ask-grid.ts'
import { StudyFrame } from '../frame/study-frame.tsx'
import { StudyTables } from '../frame/study-tables.tsx'
import type { StudyScreenProps } from '../study-screen.ts'

export async function AgreementScreen({ project, comparison, problems, level }: StudyScreenProps) {
  const grid = await askGrid(project, comparison)
  const agreements = agreementsOf(grid)
  return (
    <StudyFrame
      level={level}
      kind="hardware"
      project={project}
      title="Across hardware"
      summary={sentenceOf(agreements)}
      comparison={comparison}
      problems={problems}
      warnings={grid.warnings}
    >
      {agreements.length > 0 && (
        <Section title="What the machines say">
          <DataTable
            caption="What the machines say"
            columns={columns(project)}
            rows={agreements}
            rowKey={({ table, test }) => JSON.stringify([table, test])}
          />
        </Section>
      )}
      <Section title="Every test on every machine">
        <StudyTables project={project} comparison={comparison} grid={grid} />
      </Section>
    </StudyFrame>
  )
}

function sentenceOf(agreements: readonly Agreement[]): string {
  const several = agreements.filter(({ machines }) => machineCount(machines) > 1)
  if (several.length === 0) return 'No test ran on two machines with the same base.'
  const count = (band: string) => several.filter(({ verdict }) => verdict?.band === band).length
  const split = several.filter(({ verdict }) => verdict === null).length
  return `${countOf(several.length, 'test')} on several machines: most agree that ${count('worse')} are worse, ${count('better')} better and ${count('neutral')} about the same; ${split === 0 ? 'none is split' : split === 1 ? 'one is split' : `${split} are split`}.`
}

const machineCount = (columns: Agreement['machines']) => new Set(columns.map(({ machine }) => machine)).size

const WORDS = { worse: 'worse', better: 'better', neutral: 'about the same' } as const

const columns = (project: string): Column<Agreement>[] => [
  {
    key: 'test',
    header: 'Test',
    heads: true,
    cell: ({ test, table }) => [test, table].filter((part) => part !== '').join(', '),
  },
  {
    key: 'verdict',
    header: 'Agreement',
    cell: ({ verdict, machines }) => {
      if (verdict !== null) return `${verdict.agree} of ${verdict.of} agree: ${WORDS[verdict.band]}`
      return machineCount(machines) === 1 ? 'one machine only' : 'split'
    },
  },
  {
    key: 'machines',
    header: 'Ratios',
    cell: ({ machines }) =>
      machines.map(({ column, ratio, cell }, at) => (
        <span key={column}>
          {at > 0 && ', '}
          {column} <a href={runPath(project, cell.runIds[0] ?? '')}>{formatRatio(ratio)}</a>
        </span>
      )),
  },
]
