/** The query parameter with the outcome of the form on a version page. */
export const PIN_ANSWER = 'pin'

const ANSWERS: Readonly<Record<string, { done: boolean; text: string }>> = {
  pinned: { done: true, text: 'Pinned. Every later version of this product is compared with it.' },
  'taken-back': { done: true, text: 'The baseline is no longer pinned.' },
  'token-missing': { done: false, text: 'Nothing was changed: sign in first.' },
  'role-missing': { done: false, text: 'Nothing was changed: only maintainers pin a base.' },
  'not-found': { done: false, text: 'Nothing was changed: this version does not exist.' },
}

/** Returns the sentence for an outcome code; null for an unknown code. */
export const pinAnswer = (code: string | null): { done: boolean; text: string } | null =>
  code !== null && Object.hasOwn(ANSWERS, code) ? (ANSWERS[code] ?? null) : null
