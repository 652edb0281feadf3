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

/** The address of the form with these fields. */
export const writePlanFields = (fields: Partial<PlanFields>): string =>
  new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== '')).toString()
