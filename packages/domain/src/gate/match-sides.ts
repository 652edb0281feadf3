import { dimensionWord, valueLabel } from '../compare/axis-label.ts'
import type { DimensionName } from '../compare/dimension.ts'
import { byName } from '../compare/dimension-order.ts'
import { listNames } from '../compare/list-names.ts'
import type { Point } from '../compare/point.ts'

export type GateSide = 'base' | 'candidate'
type Sides = Record<GateSide, readonly Point[]>

/** Results of one side that the other has nothing like. */
export type Alone = { side: GateSide; what: string; results: number }

export type Matched = Sides & {
  alone: readonly Alone[]
  /** What is compared although it differs, a sentence each. */
  notes: readonly string[]
}

/** What two results must share to be compared at all, from the coarsest on. */
export const PLACE = ['hardware', 'benchmark', 'workload'] as const
/** What they must share where both sides have any of it in common. */
const ALIKE = ['config', 'compiler'] as const

/**
 * The results of both sides that have a partner: the same test with the same clients and parameters on the same machine,
 * of the same benchmark and workload, with the same config and compiler. A release may need another config, so a config
 * that the base does not have is compared with the only one of the base, which a note says. Results without a counterpart
 * are named.
 */
export function matchSides(sides: Sides): Matched {
  const alone: Alone[] = []
  const notes: string[] = []
  const common = shareKeys(sides, placeKey, (points, side) => {
    alone.push({ side, what: placeLabel(points[0]), results: points.length })
  })
  const places = new Set(common.base.map(placeKey))
  const matched: Record<GateSide, Point[]> = { base: [], candidate: [] }
  for (const place of places) {
    let pair: Sides = {
      base: common.base.filter((point) => placeKey(point) === place),
      candidate: common.candidate.filter((point) => placeKey(point) === place),
    }
    for (const dimension of ALIKE) pair = alikeIn(pair, dimension, alone, notes)
    pair = shareKeys(pair, testKey, (points, side) => {
      const names = [...new Set(points.map(testLabel))].sort(byName)
      alone.push({ side, what: `${placeLabel(points[0])}: ${listNames(names)}`, results: points.length })
    })
    matched.base.push(...pair.base)
    matched.candidate.push(...pair.candidate)
  }
  return { ...matched, alone, notes: [...new Set(notes)] }
}

/**
 * Pairs values of one dimension as a comparison does (compare/resolve-base.ts): with the value of the same name, or else
 * with the only one that the base has. Several values of the base, none of which fits, leave the choice to the caller.
 */
function alikeIn(pair: Sides, dimension: (typeof ALIKE)[number], alone: Alone[], notes: string[]): Sides {
  const nameOn = ({ coordinates }: Point) => coordinates[dimension] ?? ''
  const base = new Set(pair.base.map(nameOn))
  const [onlyOfBase = '', ...moreOfBase] = base
  const candidates = new Set(pair.candidate.map(nameOn))
  const foreign = [...candidates].filter((value) => !base.has(value))
  const where = placeLabel(pair.base[0])
  if (moreOfBase.length === 0 && foreign.length > 0) {
    const names = listNames(foreign.map((value) => valueLabel(dimension, value)))
    const verb = foreign.length === 1 ? 'is' : 'are'
    notes.push(
      `${where}: ${dimensionWord(dimension)} ${names} of the candidate ${verb} compared with ${onlyOfBase} of the base.`,
    )
    return pair
  }
  const hasCommon = [...candidates].some((value) => base.has(value))
  if (!hasCommon && base.size > 1) {
    const choice = listNames([...base].map((value) => valueLabel(dimension, value)))
    notes.push(
      `${where}: the base has several values of ${dimensionWord(dimension)} (${choice}) and the candidate none of them.`,
    )
  }
  return shareKeys(pair, nameOn, (points, side) => {
    const value = points[0] === undefined ? '' : nameOn(points[0])
    alone.push({ side, what: `${placeLabel(points[0])}: ${dimensionWord(dimension)} ${value}`, results: points.length })
  })
}

/** The results whose key both sides have. What is left out is told a key at a time, or all tests of a place at once. */
function shareKeys(
  { base, candidate }: Sides,
  keyOf: (point: Point) => string,
  leaveOut: (points: readonly Point[], side: GateSide) => void,
): Sides {
  const keys = { base: new Set(base.map(keyOf)), candidate: new Set(candidate.map(keyOf)) }
  const kept = (points: readonly Point[], other: ReadonlySet<string>, side: GateSide) => {
    const out = points.filter((point) => !other.has(keyOf(point)))
    const groups = keyOf === testKey ? (out.length === 0 ? [] : [out]) : [...Map.groupBy(out, keyOf).values()]
    for (const group of groups) leaveOut(group, side)
    return points.filter((point) => other.has(keyOf(point)))
  }
  return { base: kept(base, keys.candidate, 'base'), candidate: kept(candidate, keys.base, 'candidate') }
}

export const placeKey = ({ coordinates }: Point): string => JSON.stringify(PLACE.map((name) => coordinates[name] ?? ''))

const placeLabel = (point: Point | undefined): string =>
  PLACE.map((name) => point?.coordinates[name] ?? '')
    .filter((part) => part !== '')
    .join(', ')

/** The names of parameters that a result has, in one order. */
export const paramsOf = ({ coordinates }: Point): DimensionName[] =>
  // Coordinates have names of dimensions for keys, which Object.keys forgets.
  (Object.keys(coordinates) as DimensionName[]).filter((name) => name.startsWith('param:')).sort()

const testKey = (point: Point): string => {
  const { test = '', clients = '' } = point.coordinates
  return JSON.stringify([test, clients, paramsOf(point).map((name) => [name, point.coordinates[name]])])
}

const testLabel = (point: Point): string => {
  const { test = '', clients = '' } = point.coordinates
  return clients === '' ? test : `${test} (${valueLabel('clients', clients)})`
}
