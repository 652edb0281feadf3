/** Length matters most (NIST SP 800-63B): shorter passwords can be guessed from leaked hashes. */
export const PASSWORD_LENGTH = { min: 12, max: 128 } as const

/** Minimum zxcvbn score (0 to 4). A score of 3 withstands 10^8 guesses, about as many as a slow hash allows. */
const PASSWORD_SCORE = 3

/** The problem of a password with this score; null if it is acceptable. `warning` is zxcvbn's text, or empty. */
export function passwordProblem(
  password: string,
  { score, warning }: { score: number; warning: string },
): string | null {
  const { min, max } = PASSWORD_LENGTH
  // Counts code points, so that an emoji is one character.
  const length = [...password].length
  if (length < min) return `Use at least ${min} characters; this password has ${length}.`
  if (password.length > max) return `Use at most ${max} characters.`
  if (score >= PASSWORD_SCORE) return null
  return warning === ''
    ? 'This password is easy to guess. Add one or two uncommon words.'
    : `This password is easy to guess. ${warning}`
}
