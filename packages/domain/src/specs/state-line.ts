import { STATE_WORDS } from './actions/refusal.ts'
import { OUTCOMES, type Spec, type SpecState } from './spec.ts'

/** Labels of the outcomes of a spec. */
export const OUTCOME_WORDS: Record<(typeof OUTCOMES)[number], string> = {
  'not-built': 'not built',
  built: 'built',
  abandoned: 'abandoned',
}

type Became = { outcome: string | null; met: number; missed: number }

/** The outcome in words, such as `built, 2 of 3 goals met`; empty without a recorded outcome. */
export function becameLine({ outcome, met, missed }: Became): string {
  const kind = OUTCOMES.find((one) => one === outcome)
  if (kind === undefined) return ''
  if (met + missed === 0) return OUTCOME_WORDS[kind]
  const goals = met + missed === 1 ? `its goal ${met === 1 ? 'met' : 'missed'}` : `${met} of ${met + missed} goals met`
  return `${OUTCOME_WORDS[kind]}, ${goals}`
}

export function becameOf({ outcome }: Pick<Spec, 'outcome'>): string {
  if (outcome === null) return ''
  const met = outcome.runs.filter((run) => run.met).length
  return becameLine({ outcome: outcome.kind, met, missed: outcome.runs.length - met })
}

/** The state in words, such as `resolved, built, 2 of 3 goals met` or `superseded by FS-4`. */
export function stateLine({ outcome, ended }: Pick<Spec, 'outcome' | 'ended'>, state: SpecState): string {
  const successor = ended?.successor ?? null
  const became = becameOf({ outcome })
  return [
    successor === null ? STATE_WORDS[state] : `${STATE_WORDS[state]} by ${successor}`,
    ...(became === '' ? [] : [became]),
  ].join(', ')
}
