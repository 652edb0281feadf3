import { diffPath, runPath, runsPath } from '../../paths.ts'
import type { DiffFact, RunSummary } from '../../trpc/api-types.ts'
import button from '../../ui/button.module.css'
import { EmptyState } from '../../ui/empty-state.tsx'
import { countOf } from '../../ui/format-count.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { runLabel } from '../runs/run-label.ts'
import { formatRunQuery } from '../runs/run-query.ts'
import style from './diff-screen.module.css'
import { DiffTable } from './diff-table.tsx'

type Props = { project: string; a: RunSummary; b: RunSummary; facts: readonly DiffFact[]; same: number }

/** The differences between the settings of two runs; equal settings are left out. */
export function DiffScreen({ project, a, b, facts, same }: Props) {
  return (
    <>
      <PageHeader
        above={<a href={runsPath(project)}>Runs</a>}
        title="Settings diff"
        summary={`${countOf(facts.length, 'difference')}; ${same} equal settings are not shown.`}
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
        <EmptyState title="These runs have no recorded differences">
          <p>
            Differences between their results are noise, or have a cause that was not recorded: see their raw files.
          </p>
        </EmptyState>
      )}
      {facts.length > 0 && <DiffTable facts={facts} />}
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
