import { runsPath } from '../../paths.ts'
import type { ProjectHome } from '../../trpc/api-types.ts'
import card from '../../ui/card.module.css'
import { countOf } from '../../ui/format-count.ts'
import { formatRunQuery } from '../runs/run-query.ts'
import style from './chips.module.css'

/** Benchmarks with their workloads. */
export function Benchmarks({ project, benchmarks }: { project: string; benchmarks: ProjectHome['benchmarks'] }) {
  return (
    <ul className={card.grid}>
      {benchmarks.map(({ id, name, runCount, workloads }) => (
        <li key={id} className={card.card}>
          <h3>
            <a href={runsPath(project, formatRunQuery({ filters: { benchmark: [name] } }))}>{name}</a>
          </h3>
          <p className={style.count}>{countOf(runCount, 'run')}</p>
          <ul className={style.chips}>
            {workloads.map((workload) => (
              <li key={workload.id}>
                <a
                  href={runsPath(
                    project,
                    formatRunQuery({ filters: { benchmark: [name], workload: [workload.name] } }),
                  )}
                  title={countOf(workload.runCount, 'run')}
                >
                  {workload.name}
                </a>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
