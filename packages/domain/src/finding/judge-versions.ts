import { compare } from '../compare/compare.ts'
import { type Comparison, DEFAULT_BANDS, DEFAULT_COMPARISON } from '../compare/comparison.ts'
import type { DimensionName } from '../compare/dimension.ts'
import type { Cell, Grid, GridTable } from '../compare/grid.ts'
import type { Point, PointSet } from '../compare/point.ts'
import { explainCells } from '../explain/explain-cells.ts'
import { compareVersions } from '../run/version.ts'
import { rowsOf } from '../tldr/blocks.ts'
import type { FindingChange } from './finding.ts'
import type { Judged } from './told.ts'
import { type VersionPair, versionPairs } from './version-pairs.ts'

/** What drifted over several versions is told from here on, or where the whole interval lies beyond the bands. */
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
    for (const pair of versionPairs(versions, product)) {
      const both = [...(byVersion.get(pair.from) ?? []), ...(byVersion.get(pair.to) ?? [])]
      yield judgePair({ ...set, points: both }, product, pair)
    }
  }
}

/**
 * Judges every test between two versions of a product in one place, like with like.
 *
 * @param set results of that machine, benchmark and workload; of other versions they do no harm.
 */
export function judgePair(set: PointSet, product: string, pair: VersionPair): Judged[] {
  const of = (version: string) => set.points.filter(({ coordinates }) => coordinates.version === version)
  return likeWithLike(of(pair.from), of(pair.to)).flatMap(({ points, line }) =>
    judgeAlike({ ...set, points }, product, pair, line),
  )
}

/** Dimensions in which two versions are compared only where both have the same, if they have anything in common. */
const ALIKE = ['config', 'compiler', 'flags'] as const

/** Results that may be compared, and what tells them from others of the same pair of versions; empty when nothing does. */
type Alike = { points: readonly Point[]; line: string }

/**
 * A release may need another config (18.0 has io_method), so where nothing is common each of the one is compared with
 * each of the other.
 */
function likeWithLike(older: readonly Point[], younger: readonly Point[]): Alike[] {
  let found = [{ older, younger, line: [] as string[] }]
  for (const dimension of ALIKE) {
    found = found.flatMap((pair) => {
      const [before, after] = [valuesOf(pair.older, dimension), valuesOf(pair.younger, dimension)]
      const having = (points: readonly Point[], values: readonly string[]) =>
        points.filter(({ coordinates }) => values.includes(coordinates[dimension] ?? ''))
      const common = before.filter((value) => after.includes(value))
      if (common.length > 0) {
        return [{ older: having(pair.older, common), younger: having(pair.younger, common), line: pair.line }]
      }
      return before.flatMap((was) =>
        after.map((is) => ({
          older: having(pair.older, [was]),
          younger: having(pair.younger, [is]),
          line: [...pair.line, ...(before.length > 1 ? [`${was} to ${is}`] : after.length > 1 ? [is] : [])],
        })),
      )
    })
  }
  return found.map(({ older: before, younger: after, line }) => ({
    points: [...before, ...after],
    line: line.join(' '),
  }))
}

const valuesOf = (points: readonly Point[], dimension: DimensionName) => [
  ...new Set(points.map(({ coordinates }) => coordinates[dimension] ?? '')),
]

function judgeAlike(set: PointSet, product: string, pair: VersionPair, about: string): Judged[] {
  const [first] = set.points
  if (first === undefined) return []
  const comparison = pairComparison(set.points, pair)
  const grid = compare(set, comparison)
  const causes = causesOf(set, comparison, grid)
  const { hardware = '', benchmark = '', workload = '' } = first.coordinates
  return grid.tables.flatMap((table) => {
    const column = table.columns.findIndex(({ values }) => values[0] === pair.to)
    const line = [about, lineOf(table, comparison.tables)].filter((part) => part !== '').join(' ')
    return rowsOf(table).flatMap(({ values: [test = '', clients = ''], group, cells }): Judged[] => {
      const cell = cells[column]
      if (cell === undefined || cell.verdict === null || cell.isBase) return []
      const change = changeOf(cell, { benchmark, workload, test, group, clients, line })
      if (change === null) return []
      const cause = causes.get(causeKey(table, [test, clients])) ?? null
      return [{ product, ...pair, hardware, change, verdict: verdictOf(cell, pair), cause }]
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

/** Why cells changed, by table and row; only tests that changed are asked, for asking costs more than judging. */
function causesOf(set: PointSet, comparison: Comparison, grid: Grid): Map<string, string> {
  const changed = new Set(
    grid.tables.flatMap((table) =>
      rowsOf(table).flatMap(({ values: [test = ''], cells }) => (cells.some(hasChanged) ? [test] : [])),
    ),
  )
  if (changed.size === 0) return new Map()
  const points = set.points.filter(({ coordinates: { test = '' } }) => changed.has(test))
  const asked = compare({ ...set, points }, comparison)
  return new Map(
    explainCells({ ...set, points }, comparison, asked).flatMap(({ place, explanation: { kind, sentences } }) => {
      const table = asked.tables[place.table]
      const row = table === undefined ? undefined : rowsOf(table)[place.row]
      if (kind !== 'explained' || sentences[0] === undefined || table === undefined || row === undefined) return []
      return [[causeKey(table, row.values), sentences[0]] as const]
    }),
  )
}

const hasChanged = ({ verdict }: Cell) => verdict?.verdict === 'worse' || verdict?.verdict === 'better'

const causeKey = ({ key }: GridTable, [test = '', clients = '']: readonly string[]) =>
  JSON.stringify([key.values, test, clients])

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
  if (kind === 'release' || Math.abs((ratio ?? 1) - 1) >= LEAST_DRIFT) return said
  const { low = 0, high = Number.POSITIVE_INFINITY } = verdict?.interval ?? {}
  return high <= DEFAULT_BANDS.worse || low >= DEFAULT_BANDS.better ? said : 'same'
}
