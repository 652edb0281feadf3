import { hash } from 'node:crypto'
import type { RunProvenance, StoredFigure } from '@assay/db/types'
import type { Grid } from '@assay/domain/compare/grid'
import { canonicalJson } from '@assay/domain/json/canonical-json'
import type { FrozenFigure, FrozenRun } from '@assay/domain/publish/report/frozen-figure'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { readComparison } from '../comparisons/read-comparison.ts'
import type { Services } from '../services.ts'
import type { ResolvedFigure } from './resolve-figures.ts'
import { studyCharts } from './study-charts.ts'

type FigureRequest = Pick<ResolvedFigure, 'title' | 'study' | 'query' | 'comparison'>

/** Computes a figure from the current results, with the runs behind it. */
export async function computeFigure(
  access: ProjectAccess,
  { title, study, query, comparison }: FigureRequest,
  now: Date,
): Promise<FrozenFigure> {
  const { grid, tldr } = await readComparison(access, comparison)
  const runs = await readFrozenRuns(access, runIdsOf(grid))
  return { format: 1, title, study, query, frozenAt: now.toISOString(), comparison, grid, tldr, runs }
}

/** Serializes the figure with its charts and its hash for storage. */
export async function freezeFigure(
  services: Services,
  access: ProjectAccess,
  figure: ResolvedFigure,
  now: Date,
): Promise<StoredFigure> {
  if (figure.stored !== undefined) return figure.stored
  const taken = await computeFigure(access, figure, now)
  const charts =
    figure.show.includes('chart') && figure.rows.length === 0 ? await studyCharts(services, access, figure) : undefined
  const content = canonicalJson(charts === undefined ? taken : { ...taken, charts })
  return { content, sha256: hash('sha256', content, 'hex') }
}

/** Commands of one benchmark differ only in the name of the test, so more of them add nothing. */
const MAX_COMMANDS = 100

/** Ids of the runs, in the order of the cells. */
const runIdsOf = ({ tables }: Grid): string[] => [
  ...new Set(
    tables.flatMap(({ groups }) =>
      groups.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.flatMap(({ runIds }) => runIds))),
    ),
  ),
]

/** Reads the provenance of runs in the form that is frozen. */
export async function readFrozenRuns({ queries }: ProjectAccess, ids: readonly string[]): Promise<FrozenRun[]> {
  return (await queries.runs.provenance({ ids, maxCommands: MAX_COMMANDS })).map(frozenRun)
}

function frozenRun(run: RunProvenance): FrozenRun {
  const { id, product, version, build, compiler, flags, commit, config, configSha256, hardware, os } = run
  const { benchmark, workload, startedAt, sources, commands } = run
  return {
    id,
    product,
    version,
    build,
    compiler,
    flags,
    commit,
    config,
    configSha256,
    hardware,
    machine: machineOf(run),
    os,
    benchmark,
    workload,
    startedAt,
    sources,
    commands,
  }
}

const machineOf = ({ cpu, cores, memoryGb, storage }: RunProvenance): string =>
  [cpu, cores === null ? null : `${cores} cores`, memoryGb === null ? null : `${memoryGb} GB`, storage]
    .filter((part) => part !== null)
    .join(', ')
