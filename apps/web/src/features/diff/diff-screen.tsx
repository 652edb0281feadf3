import type { DiffFact, DiffSection, RunSummary } from '@assay/db/types'
import { diffPath, runPath, runsPath } from '../../paths.ts'
import button from '../../ui/button.module.css'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { countOf } from '../../ui/format-count.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { formatRunQuery } from '../runs/run-query.ts'
import { runLabel } from '../runs/run-label.ts'
import style from './diff-screen.module.css'

const SECTIONS: readonly { section: DiffSection; title: string }[] = [
  { section: 'version', title: 'Product and version' },
  { section: 'build', title: 'Build' },
  { section: 'config', title: 'Config' },
  { section: 'settings', title: 'Settings of the config' },
  { section: 'hardware', title: 'Hardware' },
  { section: 'workload', title: 'Benchmark and workload' },
  { section: 'parameters', title: 'Parameters' },
  { section: 'client', title: 'Client' },
  { section: 'tests', title: 'Tests' },
]

type Props = { project: string; a: RunSummary; b: RunSummary; facts: readonly DiffFact[]; same: number }

/** What differs between two runs, and nothing that does not. */
export function DiffScreen({ project, a, b, facts, same }: Props) {
  return (
    <>
      <PageHeader
        above={<a href={runsPath(project)}>Runs</a>}
        title="Settings diff"
        summary={`${countOf(facts.length, 'fact')} differ, ${same} are the same and not shown.`}
        actions={
          <>
            <a className={button.button} href={diffPath(project, { a: b.id, b: a.id })}>
              Swap sides
            </a>
            <a className={button.button} href={runsPath(project, formatRunQuery({ pick: a.id }))}>
              Choose another second run
            </a>
          </>
        }
      />
      <div className={style.pair}>
        <RunLink project={project} run={a} name="A" />
        <RunLink project={project} run={b} name="B" />
      </div>
      {facts.length === 0 && (
        <EmptyState title="These runs agree in everything that was recorded">
          <p>What differs between their numbers is noise, or something that nobody wrote down: look at their raw files.</p>
        </EmptyState>
      )}
      {SECTIONS.map(({ section, title }) => {
        const rows = facts.filter((fact) => fact.section === section)
        if (rows.length === 0) return null
        return (
          <Section key={section} title={title} aside={countOf(rows.length, 'difference')}>
            <DataTable caption={title} columns={COLUMNS} rows={rows} rowKey={({ name }) => name} />
          </Section>
        )
      })}
    </>
  )
}

function RunLink({ project, run, name }: { project: string; run: RunSummary; name: string }) {
  return (
    <p className={style.run}>
      <strong>{name}</strong> <a href={runPath(project, run.id)}>{runLabel(run)}</a>
      <span className={style.workload}>
        {run.benchmark}, {run.workload}, run {run.repeat}
      </span>
    </p>
  )
}

const COLUMNS: Column<DiffFact>[] = [
  { key: 'name', header: 'Fact', heads: true, cell: ({ name }) => name },
  { key: 'a', header: 'A', cell: ({ a }) => <Side value={a} /> },
  { key: 'b', header: 'B', cell: ({ b }) => <Side value={b} /> },
]

function Side({ value }: { value: string | null }) {
  return value === null ? <span className={style.absent}>not recorded</span> : <span className={style.value}>{value}</span>
}
