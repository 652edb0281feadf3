import type { CellVerdict } from '@assay/domain/compare/verdict/verdict'
import { newRunPlanPath } from '../../paths.ts'
import { writePlanFields } from './plan-fields.ts'

type Finding = {
  product: string
  hardware: string
  from: string
  to: string
  changes: readonly { metric: string; test: string }[]
}

/** The form of the plan that confirms the change of a finding on fresh runs. */
export const confirmFindingPath = (project: string, { from, to, hardware }: Finding): string =>
  newRunPlanPath(project, writePlanFields({ kind: 'confirm', values: `${from} ${to}`, hardware }))

/** The form of the plan that finds the version with the change, which fills in the known versions between both ends. */
export const bisectFindingPath = (
  project: string,
  { product, hardware, from, to, changes: [largest] }: Finding,
): string =>
  newRunPlanPath(
    project,
    writePlanFields({
      ...{ kind: 'bisect', values: `${from} ${to}`, metric: largest?.metric ?? '', test: largest?.test ?? '' },
      ...{ repeats: '2', product, hardware },
    }),
  )

/** The form of the plan that measures a version. */
export const backfillPath = (project: string, version: string): string =>
  newRunPlanPath(project, writePlanFields({ kind: 'backfill', values: version }))

/**
 * The form of the plan with the repeats that an inconclusive cell lacks; null when more repeats do not help, or when the
 * sides are not versions.
 */
export function repeatCellPath(
  project: string,
  sides: { own: string | undefined; base: string | undefined },
  { repeatsNeeded, repeats }: Pick<CellVerdict, 'repeatsNeeded' | 'repeats'>,
): string | null {
  if (repeatsNeeded === null || sides.own === undefined) return null
  const lacks = [
    { version: sides.own, more: repeatsNeeded - repeats.own },
    { version: sides.base ?? sides.own, more: repeatsNeeded - repeats.base },
  ].filter(({ more }) => more > 0)
  if (lacks.length === 0) return null
  const values = [...new Set(lacks.map(({ version }) => version))]
  const kind = values.length === 2 ? 'interleave' : 'repeat'
  const repeatsOfEach = Math.min(MAX_REPEATS, Math.max(...lacks.map(({ more }) => more)))
  return newRunPlanPath(project, writePlanFields({ kind, values: values.join(' '), repeats: String(repeatsOfEach) }))
}

/** The form of a plan allows no more. */
const MAX_REPEATS = 50
