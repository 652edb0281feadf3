import type { PlanKind } from '@assay/domain/run-plans/run-plan'

/** The fields of the form of a plan, as they are typed. */
export type PlanFields = {
  kind: PlanKind
  command: string
  vary: string
  values: string
  repeats: string
  runner: string
  parameters: string
  metric: string
  test: string
}

/** The page that a plan comes from, by which the form completes its fields. */
export type PlanOrigin = { product: string; hardware: string }

/** The address of the form with these fields. */
export const writePlanFields = (fields: Partial<PlanFields & PlanOrigin>): string =>
  new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== '')).toString()
