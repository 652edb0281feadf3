import type { Comparison } from '@assay/domain/compare/comparison'
import { studyPagePath } from '../study-href.ts'

/** Options of the page that are not part of its table, all stored in the address. */
export type ProfileChoice = {
  profile?: string | undefined
  /** The profile to compare with. */
  versus?: string | undefined
  /** `inner` lists callers below the innermost functions. */
  from?: string | undefined
  /** Rules of the groups; absent for the default rules. */
  rules?: string | undefined
  find?: string | undefined
}

export const PROFILE_PARAMETERS = ['profile', 'versus', 'from', 'rules', 'find'] as const

/** Returns the address of the profiles page with its options. */
export function profilesPath(project: string, comparison: Comparison, choice: ProfileChoice): string {
  const path = studyPagePath(project, 'profiles', comparison)
  const own = new URLSearchParams()
  for (const name of PROFILE_PARAMETERS) {
    const value = choice[name]
    if (value !== undefined && value !== '') own.set(name, value)
  }
  if (own.size === 0) return path
  return `${path}${path.includes('?') ? '&' : '?'}${own}`
}
