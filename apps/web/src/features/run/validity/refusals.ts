/** The parameter of a run page that says how a form of it was answered. */
export const ANSWER_PARAMETER = 'validity'

const ANSWERS: Readonly<Record<string, { done: boolean; text: string }>> = {
  'taken-out': { done: true, text: 'Taken out. Its numbers stay, in no band or mean.' },
  'brought-back': { done: true, text: 'Brought back.' },
  'token-missing': { done: false, text: 'Nothing was changed: sign in first.' },
  'token-unknown': { done: false, text: 'Nothing was changed: the token is unknown, expired or revoked.' },
  'scope-missing': { done: false, text: 'Nothing was changed: this token may not write.' },
  'role-missing': { done: false, text: 'Nothing was changed: you may read this project, and not write to it.' },
  'not-found': { done: false, text: 'Nothing was changed: the run is not here.' },
  'document-invalid': { done: false, text: 'Nothing was changed: write a reason of up to 1,000 characters.' },
}

/** The sentence of an answer; null for what no form was ever answered with. */
export const answerOf = (code: string | null): { done: boolean; text: string } | null =>
  code !== null && Object.hasOwn(ANSWERS, code) ? (ANSWERS[code] ?? null) : null
