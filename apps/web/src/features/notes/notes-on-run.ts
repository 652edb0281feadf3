import { isAbout } from '@assay/domain/findings/notes/annotation'
import { touches } from '@assay/domain/findings/notes/known-bug'
import type { Annotation, KnownBug, RunDetails, RunSummary } from '../../trpc/api-types.ts'

/** Returns the known bugs and notes of a run, its version, or one of its results. */
export function notesOnRun(
  run: RunDetails,
  bugs: readonly KnownBug[],
  annotations: readonly Annotation[],
): { bugs: KnownBug[]; annotations: Annotation[] } {
  const { id: runId, product, version, build, compiler, config, hardware, benchmark, workload, repeat } = run
  const common = { product, version, build, compiler, config, hardware, benchmark, workload, repeat: String(repeat) }
  const params = (own: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(own).map(([name, value]) => [`param:${name}`, String(value)]))
  const points = run.results.map(({ test, clients, params: own }) => ({
    runId,
    coordinates: { ...common, ...params(run.workloadParams), ...params(own), test, clients: String(clients) },
  }))
  return {
    bugs: bugs.filter((bug) => run.results.some(({ test }) => touches(bug, { product, version, workload, test }))),
    annotations: annotations.filter((annotation) => points.some((point) => isAbout(annotation, point))),
  }
}

/** Returns the bugs that may affect a run in a list, where its tests are not known. */
export const bugsOfRun = ({ product, version, workload }: RunSummary, bugs: readonly KnownBug[]): KnownBug[] =>
  bugs.filter((bug) => touches(bug, { product, version, workload }))
