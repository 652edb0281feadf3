/** Length matters most (NIST SP 800-63B): shorter passwords can be guessed from leaked hashes. */
export const PASSWORD_LENGTH = { min: 12, max: 128 } as const

/** Minimum zxcvbn score (0 to 4); 3 withstands 10^8 guesses, about as many as a slow hash permits. */
export const PASSWORD_SCORE = 3

/** The problem of a password with this score; null when it has none. `warning` is zxcvbn's text, empty without one. */
export function passwordProblem(
  password: string,
  { score, warning }: { score: number; warning: string },
): string | null {
  const { min, max } = PASSWORD_LENGTH
  // An emoji counts as one character.
  const length = [...password].length
  if (length < min) return `Take at least ${min} characters; this has ${length}.`
  if (password.length > max) return `Take at most ${max} characters.`
  if (score >= PASSWORD_SCORE) return null
  return warning === ''
    ? 'This password is easy to guess. Add one or two uncommon words.'
    : `This password is easy to guess. ${warning}`
}
