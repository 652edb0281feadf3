import type { RequiredFact } from '../facts/run-facts.ts'
import type { ImportProfile } from '../profile/profile.ts'

/** Value of a required fact that nothing states. It exists only in previews, which are never stored. */
export const PLACEHOLDER = '(not stated)'

const REQUIRED: readonly RequiredFact[] = ['product', 'version', 'hardware']

/** The profile with a placeholder as the default of each required fact, so that a run without the fact is still shown. */
export function withPlaceholders(profile: ImportProfile): ImportProfile {
  const placeholders = Object.fromEntries(REQUIRED.map((fact) => [fact, PLACEHOLDER]))
  return { ...profile, defaults: { ...placeholders, ...profile.defaults } }
}
