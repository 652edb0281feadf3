import type { Comparison } from '@assay/domain/compare/comparison'
import type { Grid } from '@assay/domain/compare/grid'
import { newExperimentPath } from '../../paths.ts'

type Props = { project: string; comparison: Pick<Comparison, 'filters'>; grid: Pick<Grid, 'tables'> }

/** Opens the form of an experiment in the environment of a comparison; absent when it has several machines or benchmarks. */
export function StartExperimentLink({ project, comparison, grid }: Props) {
  const base = grid.tables[0]?.baseLabel ?? null
  const href = startExperimentPath(project, comparison, base)
  if (href === null) return null
  return (
    <p className="no-print">
      <a href={href}>Start an experiment</a> that searches for a candidate better than {base} in this environment.
    </p>
  )
}

/** The form with the base and the environment of a comparison; null without one base, machine and benchmark. */
export function startExperimentPath(
  project: string,
  { filters }: Props['comparison'],
  base: string | null,
): string | null {
  const [hardware = [], benchmark = []] = [filters.hardware, filters.benchmark]
  if (base === null || hardware.length !== 1 || benchmark.length !== 1) return null
  const workload = (filters.workload ?? []).join('\n')
  const fields = { base, hardware: hardware[0] ?? '', benchmark: benchmark[0] ?? '', workload }
  return newExperimentPath(project, new URLSearchParams(fields).toString())
}
