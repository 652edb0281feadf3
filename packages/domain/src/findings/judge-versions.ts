import { valueLabel } from '../compare/axis-label.ts'
import { parametersOf, type Sides, sideBySide, VARIANTS } from '../compare/cells/side-by-side.ts'
import { compareTables } from '../compare/compare.ts'
import { type Comparison, DEFAULT_BANDS, withoutVerdicts } from '../compare/comparison.ts'
import { isParameter } from '../compare/dimension.ts'
import { explainCells } from '../compare/explain/explain-cells.ts'
import type { Cell, GridTables } from '../compare/grid.ts'
import type { Point, PointSet } from '../compare/point.ts'
import { rowsOf } from '../compare/tldr/tldr-blocks.ts'
import type { Verdict } from '../compare/verdict/verdict.ts'
import { verdictOf } from '../compare/verdict/verdict-codes.ts'
import { UNKNOWN_COMPILER } from '../run/build-label.ts'
import { compareVersions } from '../run/compare-versions.ts'
import type { FindingChange } from './finding.ts'
import type { JudgedChange } from './pair-verdicts.ts'
import { type VersionPair, versionPairs } from './version-pairs.ts'

/** Smallest reported drift over several versions, unless the whole interval is outside the bands. */
const MIN_DRIFT = 0.1

/**
 * Judges every test between each planned pair of versions of a product, within each machine and workload. Numbers and
 * verdicts come from the engine, for the same comparison that a person would open.
 *
 * @param set results of one product with `metricsToExplain`, and the noise floors of the project.
 */
export function judgeVersions(set: PointSet, product: string): JudgedChange[] {
  return [...judgePairs(set, product)].flat()
}

/** Does the same pair by pair, so that the caller can serve requests in between. */
function* judgePairs(set: PointSet, product: string): Generator<JudgedChange[]> {
  const environments = Map.groupBy(
    set.points.filter(({ coordinates }) => coordinates.product === product),
    ({ coordinates: { hardware, benchmark, workload } }) => JSON.stringify([hardware, benchmark, workload]),
  )
  for (const points of environments.values()) {
    const byVersion = Map.groupBy(points, ({ coordinates }) => coordinates.version ?? '')
    const versions = [...byVersion.keys()].sort(compareVersions)
    for (const pair of versionPairs(versions, product)) {
      const both = [...(byVersion.get(pair.from) ?? []), ...(byVersion.get(pair.to) ?? [])]
      yield judgePair({ ...set, points: both }, product, pair)
    }
  }
}

/**
 * Judges every test between two versions of a product in one environment. The engine gets the same comparison as the
 * regression gate (compare/side-by-side.ts), so that both decide the same cells. Cells that compare different configs
 * or builds are not reported.
 *
 * @param set results of that machine, benchmark and workload; results of other versions are ignored.
 */
export function judgePair(set: PointSet, product: string, pair: VersionPair): JudgedChange[] {
  const of = (version: string) => set.points.filter(({ coordinates }) => coordinates.version === version)
  const { sides, comparison: shared } = sideBySide({ base: of(pair.from), candidate: of(pair.to) })
  const points = [...sides.base, ...sides.candidate]
  const [first] = sides.candidate
  if (first === undefined || sides.base.length === 0) return []
  const own = { ...set, points }
  const comparison = withAllParameters(shared, points)
  const grid = compareTables(own, comparison)
  const causes = causesOf(own, comparison, grid)
  const lineOf = lineNames(comparison, likeWithLike(sides))
  const axes = [...shared.rows, ...shared.columns].filter((name) => name !== 'test' && name !== 'version')
  const { hardware = '', benchmark = '', workload = '' } = first.coordinates
  return grid.tables.flatMap((table) =>
    rowsOf(table).flatMap(({ values: row, group, cells }) =>
      cells.flatMap((cell, at): JudgedChange[] => {
        const column = table.columns[at]?.values ?? []
        const line = column[0] === pair.to ? lineOf(row, column) : null
        if (line === null || cell.verdict === null || cell.isBase) return []
        const [test = '', clients = ''] = row
        const change = changeOf(cell, {
          benchmark,
          workload,
          test,
          group,
          clients,
          line,
          ...(axes.length > 0 && { axes }),
          baseRunIds: baseRuns(cells, cell),
        })
        if (change === null) return []
        const cause = causes.get(causeKey(row, column)) ?? null
        return [{ product, ...pair, hardware, change, verdict: verdictOfPair(cell, pair), cause }]
      }),
    ),
  )
}

/** Lines name every parameter, so that their names are the same for every pair. */
const withAllParameters = (comparison: Comparison, points: readonly Point[]): Comparison => ({
  ...comparison,
  rows: ['test', 'clients', ...new Set(points.flatMap(parametersOf).sort())],
})

/**
 * Results of the younger version that differ from those of the older one only in the version, if both have such
 * results. A release may need another config (18.0 has io_method); then the pairs that the engine forms are reported.
 */
function likeWithLike({ base, candidate }: Sides): readonly Point[] {
  let [older, younger] = [base, candidate]
  for (const dimension of VARIANTS) {
    const ownValue = ({ coordinates }: Point) => coordinates[dimension] ?? ''
    const before = new Set(older.map(ownValue))
    const common = new Set(younger.map(ownValue).filter((value) => before.has(value)))
    if (common.size === 0) continue
    older = older.filter((point) => common.has(ownValue(point)))
    younger = younger.filter((point) => common.has(ownValue(point)))
  }
  return younger
}

/**
 * The values that distinguish results of a cell from others of their test: parameters and variants of the server. Null
 * for a column that is not reported.
 */
function lineNames(
  { rows, columns }: Comparison,
  reported: readonly Point[],
): (row: readonly string[], column: readonly string[]) => string | null {
  const keyOf = (point: Point) => JSON.stringify(columns.map((name) => point.coordinates[name] ?? ''))
  const keys = new Set(reported.map(keyOf))
  const several = columns.map((name) => new Set(reported.map(({ coordinates }) => coordinates[name] ?? '')).size > 1)
  return (row, column) => {
    if (!keys.has(JSON.stringify(column))) return null
    const variants = column.filter((value, at) => several[at] === true && value !== UNKNOWN_COMPILER)
    const parameters = row.flatMap((value, at) => {
      const name = rows[at]
      return name === undefined || !isParameter(name) ? [] : [value === '' ? '' : valueLabel(name, value)]
    })
    return [...variants, ...parameters].filter((part) => part !== '').join(' ')
  }
}

/**
 * Causes of changed cells by row and column. Only changed tests are explained, because explanations cost more than
 * verdicts.
 */
function causesOf(set: PointSet, comparison: Comparison, grid: GridTables): Map<string, string> {
  const changed = new Set(
    grid.tables.flatMap((table) =>
      rowsOf(table).flatMap(({ values: [test = ''], cells }) => (cells.some(hasChanged) ? [test] : [])),
    ),
  )
  if (changed.size === 0) return new Map()
  const points = set.points.filter(({ coordinates: { test = '' } }) => changed.has(test))
  const requested = compareTables({ ...set, points }, withoutVerdicts(comparison))
  return new Map(
    explainCells({ ...set, points }, comparison, requested).flatMap(({ place, explanation: { kind, sentences } }) => {
      const table = requested.tables[place.table]
      const row = table === undefined ? undefined : rowsOf(table)[place.row]
      const column = table?.columns[place.column]
      if (kind !== 'explained' || sentences[0] === undefined || row === undefined || column === undefined) return []
      return [[causeKey(row.values, column.values), sentences[0]] as const]
    }),
  )
}

const hasChanged = ({ verdict }: Cell) => verdict?.verdict === 'worse' || verdict?.verdict === 'better'

const causeKey = (row: readonly string[], column: readonly string[]) => JSON.stringify([row, column])

/** The runs of the base of a cell, whose value is in the same row: a notification waits when one of them is excluded. */
const baseRuns = (row: readonly Cell[], { baseValue }: Cell): string[] => [
  ...new Set(row.flatMap(({ isBase, value, runIds }) => (isBase && value === baseValue ? runIds : []))),
]

function changeOf(
  { value, baseValue, ratio, metric, verdict, runIds }: Cell,
  about: Pick<FindingChange, 'benchmark' | 'workload' | 'test' | 'group' | 'clients' | 'line' | 'axes' | 'baseRunIds'>,
): FindingChange | null {
  if (value === null || baseValue === null || ratio === null || ratio <= 0) return null
  const { low = null, high = null } = verdict?.interval ?? {}
  return { ...about, metric, value, baseValue, ratio, low, high, runIds: [...runIds] }
}

/** A drift over several versions must be large, because its single steps were reported themselves or were too small. */
function verdictOfPair(cell: Cell, { kind }: VersionPair): Verdict {
  const { verdict, ratio } = cell
  const decided = verdictOf(cell) ?? 'inconclusive'
  if (decided === 'inconclusive') return decided
  if (kind === 'release' || Math.abs((ratio ?? 1) - 1) >= MIN_DRIFT) return decided
  const { low = 0, high = Number.POSITIVE_INFINITY } = verdict?.interval ?? {}
  return high <= DEFAULT_BANDS.worse || low >= DEFAULT_BANDS.better ? decided : 'no change'
}
