import { hash } from 'node:crypto'
import type { CellQuery, DimensionFilters } from '@assay/db/types'
import type { Point, PointSet, TestInfo } from '@assay/domain/compare/point'
import type { GateRequest } from '@assay/domain/findings/gate/gate-request'
import { withNotes } from '@assay/domain/findings/notes/with-notes'
import { pathOfProject } from '@assay/domain/projects/project-key'
import { documentPoints } from '@assay/domain/run/document-points'
import type { Metric } from '@assay/domain/run/metric'
import { PRIMARY_METRIC } from '@assay/domain/run/metric'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { listResults } from './list-results.ts'
import type { GateSide, GateSides } from './resolve-sides.ts'

type ReadSides = {
  base: readonly Point[]
  candidate: readonly Point[]
  tests: readonly TestInfo[]
  metrics: readonly Metric[]
}

/** Filters of a gate; a field that the request omits does not filter. */
const FILTERS = ['hardware', 'config', 'benchmark', 'workload', 'test'] as const

/**
 * Reads the results of both sides with validity flags, known bugs and notes. Runs of the candidate are removed from a
 * base of the same version.
 */
export async function readSides(
  access: ProjectAccess,
  request: GateRequest,
  { base, candidate }: GateSides,
): Promise<ReadSides> {
  const filters = Object.fromEntries(
    FILTERS.flatMap((name) => (request[name].length === 0 ? [] : [[name, request[name]]])),
  )
  const [ofBase, ofCandidate, notes] = await Promise.all([
    readSide(access, base, filters),
    readSide(access, candidate, filters),
    access.queries.notes(),
  ])
  const bugHref = (slug: string) => `${pathOfProject(access.project)}/known-bugs/${slug}`
  const noted = (set: PointSet) => withNotes(set, { ...notes, bugHref }).points
  const taken = new Set(candidate.kind === 'runs' ? candidate.runs.map(({ id }) => id) : [])
  const points = { base: noted(ofBase).filter(({ runId }) => !taken.has(runId)), candidate: noted(ofCandidate) }
  // Stored metadata of a test takes precedence over that of a document, because it is more complete.
  const tests = byName([...ofBase.tests, ...ofCandidate.tests])
  const metrics = byName([...ofBase.metrics, ...ofCandidate.metrics])
  return { ...points, tests, metrics }
}

const byName = <T extends { name: string }>(all: readonly T[]): T[] =>
  [...new Map(all.toReversed().map((one) => [one.name, one])).values()].reverse()

async function readSide({ queries }: ProjectAccess, side: GateSide, filters: DimensionFilters): Promise<PointSet> {
  const query = { metrics: [PRIMARY_METRIC], newestOnly: true, allSteps: false } satisfies Partial<CellQuery>
  const named = { ...filters, product: [side.product], version: [side.version] }
  const subject = `${side.product} ${side.version}`
  switch (side.kind) {
    case 'version':
      return listResults(queries, { ...query, filters: named }, subject)
    case 'runs': {
      const ids = new Set(side.runs.map(({ id }) => id))
      const builds = [...new Set(side.runs.map(({ build }) => build))]
      // A run that the request names counts, even when a newer run would replace it elsewhere.
      const ofBuilds = { ...query, filters: { ...named, build: builds }, newestOnly: false }
      const set = await listResults(queries, ofBuilds, subject)
      return { ...set, points: set.points.filter(({ runId }) => ids.has(runId)) }
    }
    case 'documents': {
      const sets = side.documents.map((document, index) => documentPoints(document, `document ${index + 1}`, sha256))
      const tests = byName(sets.flatMap((set) => set.tests))
      const measured = new Set(tests.filter(({ role }) => role === 'measured').map(({ name }) => name))
      const points = sets.flatMap((set) => set.points)
      return {
        points: points.filter((point) => measured.has(point.coordinates.test ?? '') && passes(point, filters)),
        tests,
        metrics: byName(sets.flatMap((set) => set.metrics)),
      }
    }
  }
}

const sha256 = (text: string): string => hash('sha256', text, 'hex')

const passes = ({ coordinates }: Point, filters: DimensionFilters): boolean =>
  FILTERS.every((name) => filters[name]?.includes(coordinates[name] ?? '') ?? true)
