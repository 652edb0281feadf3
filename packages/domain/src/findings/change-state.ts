import type { FindingState } from './finding.ts'

/** Changes of state that people make. */
export type FindingAction = 'acknowledge' | 'confirm' | 'dismiss' | 'reopen'

/** Changes of state that later data cause: the tests recovered, or regressed again. */
export type DataTransition = 'recovered' | 'relapsed'

const BY_PEOPLE: Readonly<Record<FindingAction, { from: readonly FindingState[]; to: FindingState }>> = {
  acknowledge: { from: ['new', 'confirmed'], to: 'acknowledged' },
  confirm: { from: ['new', 'acknowledged'], to: 'confirmed' },
  dismiss: { from: ['new', 'acknowledged', 'confirmed'], to: 'not a bug' },
  reopen: { from: ['acknowledged', 'not a bug'], to: 'new' },
}

const BY_DATA: Readonly<Record<DataTransition, { from: readonly FindingState[]; to: FindingState }>> = {
  recovered: { from: ['new', 'acknowledged', 'confirmed'], to: 'fixed' },
  // A dismissed finding stays dismissed, because a person has judged it and its data have not changed.
  relapsed: { from: ['fixed'], to: 'new' },
}

/** The state after an action; null if the action is not possible in this state. */
export const afterAction = (state: FindingState, action: FindingAction): FindingState | null =>
  BY_PEOPLE[action].from.includes(state) ? BY_PEOPLE[action].to : null

export const afterDataTransition = (state: FindingState, transition: DataTransition): FindingState | null =>
  BY_DATA[transition].from.includes(state) ? BY_DATA[transition].to : null

export const actionsFrom = (state: FindingState): FindingAction[] =>
  (['acknowledge', 'confirm', 'dismiss', 'reopen'] as const).filter((action) => afterAction(state, action) !== null)
