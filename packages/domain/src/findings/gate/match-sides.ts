import { dimensionWord, valueLabel } from '../../compare/axis-label.ts'
import { type BaseResolution, makeBaseResolver } from '../../compare/base/resolve-base.ts'
import {
  ENVIRONMENT_DIMENSIONS,
  environmentKey,
  inCommonEnvironments,
  type Side,
  type SideBySide,
  type Sides,
  sideBySide,
  VARIANTS,
} from '../../compare/cells/side-by-side.ts'
import { makeContext } from '../../compare/context.ts'
import { byName } from '../../compare/dimension-order.ts'
import { idOn } from '../../compare/pivot.ts'
import type { Point } from '../../compare/point.ts'
import { listNames } from '../../compare/render/list-names.ts'

/** Results of one side without any counterpart on the other. */
export type Alone = { side: Side; what: string; results: number }

export type Matched = Sides & {
  /** The matched results of both sides; the axes follow from all results. */
  sideBySide: SideBySide
  alone: readonly Alone[]
  /** Sentences about values that are compared although they differ, and about ambiguous choices. */
  notes: readonly string[]
}

/** Results of a candidate in one cell, and their base. */
type Pair = { own: readonly Point[]; resolution: BaseResolution }

/**
 * Matches the results of both sides as comparisons do (compare/choose-base.ts): same test, clients, parameters,
 * machine, benchmark and workload; the config, compiler and flags of the candidate, or the only ones of the base, which
 * a note then states. Results without a counterpart are listed.
 */
export function matchSides(sides: Sides): Matched {
  const common = inCommonEnvironments(sides)
  const both = sideBySide(common)
  const pairs = pairsOf(both)
  const found = pairs.flatMap(({ own, resolution }) =>
    resolution.kind === 'found' ? [{ own, base: resolution.points }] : [],
  )
  const used = new Set(found.flatMap(({ base }) => base))
  const paired = new Set<Point | undefined>(found.flatMap(({ own }) => own))
  const base = common.base.filter((point) => used.has(point))
  // The candidate may have another version name in the comparison than in its run.
  const candidate = common.candidate.filter((_, at) => paired.has(both.sides.candidate[at]))
  const matched = { base, candidate }
  return {
    ...matched,
    sideBySide: { ...both, sides: { base, candidate: both.sides.candidate.filter((point) => paired.has(point)) } },
    alone: [
      ...SIDES.flatMap((side) => unmatched(side, sides, common)),
      ...SIDES.flatMap((side) => variantsAlone(side, common, matched)),
      ...SIDES.flatMap((side) => testsAlone(side, common, matched)),
    ],
    notes: notesOf(pairs),
  }
}

const SIDES = ['base', 'candidate'] as const

function pairsOf({ sides: { base, candidate }, comparison }: SideBySide): Pair[] {
  const listed = [...base, ...candidate]
  const context = makeContext({ points: listed, tests: [], metrics: [] }, comparison)
  const resolver = makeBaseResolver({ listed, base }, context)
  const axes = [...comparison.tables, ...comparison.rows, ...comparison.columns]
  const cells = Map.groupBy(candidate, (point) => idOn(axes, point, context.read))
  return [...cells.values()].map((own) => ({ own, resolution: resolver.resolve(own) }))
}

/** Results of `all` that are not in `some`, grouped by a key. */
function leftBy(all: readonly Point[], some: readonly Point[], keyOf: (point: Point) => string): (readonly Point[])[] {
  const known = new Set(some)
  const left = all.filter((point) => !known.has(point))
  return [...Map.groupBy(left, keyOf).values()]
}

const unmatched = (side: Side, all: Sides, common: Sides): Alone[] =>
  leftBy(all[side], common[side], environmentKey).map((own) => ({
    side,
    what: environmentLabel(own[0]),
    results: own.length,
  }))

/** Configs, compilers and flags without a counterpart, if results of the environment differ in them. */
function variantsAlone(side: Side, common: Sides, matched: Sides): Alone[] {
  return wholeVariants(side, common, matched).map(({ own, dimensions }) => {
    const words = dimensions.map((name) => `${dimensionWord(name)} ${statedOf(own[0], name)}`)
    return { side, what: `${environmentLabel(own[0])}: ${words.join(', ')}`, results: own.length }
  })
}

function wholeVariants(side: Side, common: Sides, matched: Sides) {
  const known = new Set(matched[side].map(variantKey))
  const environments = Map.groupBy([...common.base, ...common.candidate], environmentKey)
  return leftBy(common[side], matched[side], variantKey).flatMap((own) => {
    const points = environments.get(own[0] === undefined ? '' : environmentKey(own[0])) ?? []
    const dimensions = VARIANTS.filter((name) => new Set(points.map((point) => statedOf(point, name))).size > 1)
    return dimensions.length === 0 || own.some((point) => known.has(variantKey(point))) ? [] : [{ own, dimensions }]
  })
}

function testsAlone(side: Side, common: Sides, matched: Sides): Alone[] {
  const whole = wholeVariants(side, common, matched).flatMap(({ own }) => own)
  return leftBy(common[side], [...matched[side], ...whole], environmentKey).map((own) => {
    const names = [...new Set(own.map(testLabel))].sort(byName)
    return { side, what: `${environmentLabel(own[0])}: ${listNames(names)}`, results: own.length }
  })
}

function notesOf(pairs: readonly Pair[]): string[] {
  const differing = new Map<string, Foreign>()
  const open: string[] = []
  for (const { own, resolution } of pairs) {
    const where = environmentLabel(own[0])
    if (resolution.kind === 'ambiguous') open.push(choiceWords(where, resolution))
    if (resolution.kind !== 'found') continue
    for (const name of VARIANTS) {
      const there = statedOf(resolution.points[0], name)
      const values = own.map((point) => statedOf(point, name)).filter((value) => value !== there)
      if (values.length === 0) continue
      const id = JSON.stringify([where, name, there])
      const known = differing.get(id) ?? { where, name, there, values: new Set() }
      differing.set(id, { ...known, values: new Set([...known.values, ...values]) })
    }
  }
  return [...new Set([...[...differing.values()].map(foreignWords), ...open])]
}

/** Values of the candidate that the base lacks. */
type Foreign = { where: string; name: (typeof VARIANTS)[number]; there: string; values: ReadonlySet<string> }

function foreignWords({ where, name, there, values }: Foreign): string {
  const verb = name === 'flags' || values.size > 1 ? 'are' : 'is'
  return `${where}: ${dimensionWord(name)} ${listNames([...values])} of the candidate ${verb} compared with ${there} of the base.`
}

function choiceWords(where: string, { dimension, values }: Extract<BaseResolution, { kind: 'ambiguous' }>): string {
  const choice = listNames(values.map((value) => (value === '' ? NOT_STATED : value)))
  return `${where}: the base has several values of ${dimensionWord(dimension)} (${choice}) and the candidate none of them.`
}

const NOT_STATED = 'not stated'

const statedOf = (point: Point | undefined, name: (typeof VARIANTS)[number]): string =>
  point?.coordinates[name] || NOT_STATED

const variantKey = (point: Point): string =>
  JSON.stringify([environmentKey(point), VARIANTS.map((name) => point.coordinates[name] ?? '')])

const environmentLabel = (point: Point | undefined): string =>
  ENVIRONMENT_DIMENSIONS.map((name) => point?.coordinates[name] ?? '')
    .filter((part) => part !== '')
    .join(', ')

const testLabel = ({ coordinates: { test = '', clients = '' } }: Point): string =>
  clients === '' ? test : `${test} (${valueLabel('clients', clients)})`
