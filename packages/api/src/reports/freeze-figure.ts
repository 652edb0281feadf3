import { hash } from 'node:crypto'
import type { KeptFigure, RunDetails } from '@assay/db/types'
import type { Grid } from '@assay/domain/compare/grid'
import { canonicalJson } from '@assay/domain/json/canonical-json'
import type { FrozenFigure, FrozenRun } from '@assay/domain/report/frozen-figure'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { readComparison } from '../comparisons/read-comparison.ts'
import type { ResolvedFigure } from './resolve-figures.ts'

/** Runs that are read at once. */
const AT_ONCE = 4

/** What the engine answers for a figure now, with the runs that it rests on, as it is kept for ever. */
export async function freezeFigure(
  access: ProjectAccess,
  { title, study, query, comparison }: Pick<ResolvedFigure, 'title' | 'study' | 'query' | 'comparison'>,
  now: Date,
): Promise<KeptFigure> {
  const { grid, tldr } = await readComparison(access, comparison)
  const runs = await readRuns(access, runIdsOf(grid))
  const figure: FrozenFigure = {
    format: 1,
    title,
    study,
    query,
    frozenAt: now.toISOString(),
    comparison,
    grid,
    tldr,
    runs,
  }
  const content = canonicalJson(figure)
  return { content, sha256: hash('sha256', content, 'hex') }
}

/** A benchmark's commands differ in the name of the test; more than these tell nothing new. */
const MOST_COMMANDS = 100

/** In the order in which the cells name them. */
const runIdsOf = ({ tables }: Grid): string[] => [
  ...new Set(
    tables.flatMap(({ groups }) =>
      groups.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.flatMap(({ runIds }) => runIds))),
    ),
  ),
]

async function readRuns({ queries }: ProjectAccess, ids: readonly string[]): Promise<FrozenRun[]> {
  const runs: FrozenRun[] = []
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = await Promise.all(ids.slice(at, at + AT_ONCE).map((id) => queries.runs.find(id)))
    for (const run of some) if (run !== null) runs.push(frozenRun(run))
  }
  return runs
}

function frozenRun(run: RunDetails): FrozenRun {
  const { buildDetails: build, configDetails: config, hardwareDetails: hardware } = run
  return {
    id: run.id,
    product: run.product,
    version: run.version,
    build: run.build,
    compiler: run.compiler,
    flags: build.flags,
    commit: build.commit,
    config: run.config,
    configSha256: config.text === null ? null : hash('sha256', config.text, 'hex'),
    hardware: run.hardware,
    machine: machineOf(hardware),
    os: hardware.os,
    benchmark: run.benchmark,
    workload: run.workload,
    startedAt: run.startedAt,
    sources: run.sources,
    commands: [...new Set(run.results.flatMap(({ command }) => command ?? []))].slice(0, MOST_COMMANDS),
  }
}

const machineOf = ({ cpu, cores, memoryGb, storage }: RunDetails['hardwareDetails']): string =>
  [cpu, cores === null ? null : `${cores} cores`, memoryGb === null ? null : `${memoryGb} GB`, storage]
    .filter((part) => part !== null)
    .join(', ')
