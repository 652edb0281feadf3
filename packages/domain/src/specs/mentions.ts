import type { Feedback } from './feedback.ts'
import type { PersonRef } from './spec.ts'

/** True when a text mentions a person as `@Ann Alvarez`. */
export function mentions(text: string, name: string): boolean {
  const at = text.toLowerCase().indexOf(`@${name.toLowerCase()}`)
  return name !== '' && at >= 0 && !/^[\p{L}\p{N}]/u.test(text.slice(at + name.length + 1))
}

/** True when others mention a person after the person's last text in a thread. */
export function isMentioned({ giver, body, redacted, replies, responses }: Feedback, person: PersonRef): boolean {
  const texts = [{ by: giver, text: redacted === null ? body : '' }, ...replies.map(({ by, text }) => ({ by, text }))]
  const own = texts.findLastIndex(({ by }) => by.key === person.key)
  const hasAnswered = responses.some(({ by }) => by.key === person.key)
  return !hasAnswered && texts.slice(own + 1).some(({ text }) => mentions(text, person.name))
}
