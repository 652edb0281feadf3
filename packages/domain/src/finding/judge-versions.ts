import { compare } from '../compare/compare.ts'
import { type Comparison, DEFAULT_COMPARISON } from '../compare/comparison.ts'
import type { DimensionName } from '../compare/dimension.ts'
import type { Cell, GridTable } from '../compare/grid.ts'
import type { Point, PointSet } from '../compare/point.ts'
import { type ExplainedCell, explainCells } from '../explain/explain-cells.ts'
import { compareVersions } from '../run/version.ts'
import { rowsOf } from '../tldr/blocks.ts'
import type { FindingChange } from './finding.ts'
import type { Judged } from './group-changes.ts'
import { type VersionPair, versionPairs } from './version-pairs.ts'

/** What drifted over several versions is told from here on. */
const LEAST_DRIFT = 0.1

/**
 * Judges every test between every pair of versions of a product that is worth telling: machine by machine and workload
 * by workload, like with like. All numbers and verdicts are those of the engine, asked for the comparison that anybody
 * would open to see them.
 *
 * @param set results of one product with `metricsToExplain`, and the noise floors of the project.
 */
export function judgeVersions(set: PointSet, product: string): Judged[] {
  return [...judgeInParts(set, product)].flat()
}

/** The same pair by pair, so that who has other things to do can do them in between. */
export function* judgeInParts(set: PointSet, product: string): Generator<Judged[]> {
  const places = Map.groupBy(
    set.points.filter(({ coordinates }) => coordinates.product === product),
    ({ coordinates: { hardware, benchmark, workload } }) => JSON.stringify([hardware, benchmark, workload]),
  )
  for (const points of places.values()) {
    const byVersion = Map.groupBy(points, ({ coordinates }) => coordinates.version ?? '')
    const versions = [...byVersion.keys()].sort(compareVersions)
    for (const pair of versionPairs(versions)) {
      const [before, after] = likeWithLike(byVersion.get(pair.from) ?? [], byVersion.get(pair.to) ?? [])
      yield judgePair({ ...set, points: [...before, ...after] }, product, pair)
    }
  }
}

/** Dimensions in which two versions are compared only where both have the same, if they have anything in common. */
const ALIKE = ['config', 'compiler'] as const

/** A release may need another config (18.0 has io_method), so where nothing is common everything is compared. */
function likeWithLike(older: readonly Point[], younger: readonly Point[]): [readonly Point[], readonly Point[]] {
  let pair: [readonly Point[], readonly Point[]] = [older, younger]
  for (const dimension of ALIKE) {
    const after = new Set(pair[1].map(({ coordinates }) => coordinates[dimension] ?? ''))
    const values = pair[0].map(({ coordinates }) => coordinates[dimension] ?? '')
    const common = new Set(values.filter((value) => after.has(value)))
    if (common.size === 0) continue
    const isCommon = ({ coordinates }: Point) => common.has(coordinates[dimension] ?? '')
    pair = [pair[0].filter(isCommon), pair[1].filter(isCommon)]
  }
  return pair
}

function judgePair(set: PointSet, product: string, pair: VersionPair): Judged[] {
  const [first] = set.points
  if (first === undefined) return []
  const comparison = pairComparison(set.points, pair)
  const grid = compare(set, comparison)
  const causes = causesOf(explainCells(set, comparison, grid))
  const { hardware = '', benchmark = '', workload = '' } = first.coordinates
  return grid.tables.flatMap((table, tableIndex) => {
    const column = table.columns.findIndex(({ values }) => values[0] === pair.to)
    const line = lineOf(table, comparison.tables)
    return rowsOf(table).flatMap(({ values: [test = '', clients = ''], group, cells }, row): Judged[] => {
      const cell = cells[column]
      if (cell === undefined || cell.verdict === null || cell.isBase) return []
      const change = changeOf(cell, { benchmark, workload, test, group, clients, line })
      if (change === null) return []
      const cause = causes.get(JSON.stringify([tableIndex, row, column])) ?? null
      return [{ product, from: pair.from, to: pair.to, hardware, change, verdict: verdictOf(cell, pair), cause }]
    })
  })
}

/** Every other dimension that varies has tables of its own, so that no cell mixes two things. */
function pairComparison(points: readonly Point[], { from }: VersionPair): Comparison {
  const apart = new Set<DimensionName>()
  for (const { coordinates } of points) {
    // Object.keys forgets that these are names of dimensions.
    for (const name of Object.keys(coordinates) as DimensionName[]) if (name.startsWith('param:')) apart.add(name)
  }
  for (const dimension of ALIKE) {
    const versions = Map.groupBy(points, ({ coordinates }) => coordinates.version)
    const sets = [...versions.values()].map((own) => new Set(own.map(({ coordinates }) => coordinates[dimension])))
    if (sets.every((own) => own.size > 1)) apart.add(dimension)
  }
  return {
    ...DEFAULT_COMPARISON,
    rows: ['test', 'clients'],
    columns: ['version'],
    tables: [...apart].sort(),
    base: { kind: 'values', values: { version: from } },
  }
}

function lineOf({ key }: GridTable, dimensions: readonly DimensionName[]): string {
  const parts = key.values.map((value, at) => {
    const dimension = dimensions[at] ?? ''
    return dimension.startsWith('param:') ? `${dimension.slice('param:'.length)}=${value}` : value
  })
  return parts.filter((part) => part !== '' && part !== 'unknown').join(' ')
}

const causesOf = (explained: readonly ExplainedCell[]): Map<string, string> =>
  new Map(
    explained.flatMap(({ place: { table, row, column }, explanation: { kind, sentences } }) =>
      kind === 'explained' && sentences[0] !== undefined
        ? [[JSON.stringify([table, row, column]), sentences[0]] as const]
        : [],
    ),
  )

function changeOf(
  { value, baseValue, ratio, metric, verdict, runIds }: Cell,
  about: Pick<FindingChange, 'benchmark' | 'workload' | 'test' | 'group' | 'clients' | 'line'>,
): FindingChange | null {
  if (value === null || baseValue === null || ratio === null || ratio <= 0) return null
  const { low = null, high = null } = verdict?.interval ?? {}
  return { ...about, metric, value, baseValue, ratio, low, high, runIds: [...runIds], baseRunIds: [] }
}

/** Over several versions only what has moved far is news: each step of it was told, or was too small to be. */
function verdictOf({ verdict, ratio }: Cell, { kind }: VersionPair): Judged['verdict'] {
  const said = verdict?.verdict ?? 'cannot-tell'
  if (said === 'cannot-tell') return 'cannot tell'
  return kind === 'drift' && Math.abs((ratio ?? 1) - 1) < LEAST_DRIFT ? 'same' : said
}
