/** The query parameter with the outcome of a form on a run page. */
export const ANSWER_PARAMETER = 'validity'

const ANSWERS: Readonly<Record<string, { done: boolean; text: string }>> = {
  'taken-out': { done: true, text: 'Excluded. The results stay visible, but are excluded from bands and means.' },
  'brought-back': { done: true, text: 'Included again.' },
  'token-missing': { done: false, text: 'Nothing was changed: sign in first.' },
  'token-unknown': { done: false, text: 'Nothing was changed: the token is unknown, expired or revoked.' },
  'scope-missing': { done: false, text: 'Nothing was changed: this token has no write scope.' },
  'role-missing': { done: false, text: 'Nothing was changed: you have read access only.' },
  'not-found': { done: false, text: 'Nothing was changed: the run does not exist.' },
  'document-invalid': { done: false, text: 'Nothing was changed: write a reason of up to 1,000 characters.' },
}

/** Returns the sentence for an outcome code; null for an unknown code. */
export const answerOf = (code: string | null): { done: boolean; text: string } | null =>
  code !== null && Object.hasOwn(ANSWERS, code) ? (ANSWERS[code] ?? null) : null
