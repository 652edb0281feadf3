type ExpiryOption = { days: string; label: string }

/** Lifetimes of a link in days; no value means that it does not expire. */
const EXPIRY_OPTIONS: readonly ExpiryOption[] = [
  { days: '7', label: 'in a week' },
  { days: '30', label: 'in a month' },
  { days: '90', label: 'in 90 days' },
  { days: '366', label: 'in a year' },
  { days: '', label: 'never' },
]

/** Lifetimes that the policy of the organization allows; the longest one comes last. */
export function expiryOptions(maxDays: number | null): readonly ExpiryOption[] {
  if (maxDays === null) return EXPIRY_OPTIONS
  const shorter = EXPIRY_OPTIONS.filter(({ days }) => days !== '' && Number(days) < maxDays)
  const longest = EXPIRY_OPTIONS.find(({ days }) => Number(days) === maxDays)
  return [...shorter, longest ?? { days: String(maxDays), label: maxDays === 1 ? 'in 1 day' : `in ${maxDays} days` }]
}

/** The lifetime that the form suggests: 90 days, or the longest allowed one when that is shorter. */
export const defaultExpiry = (maxDays: number | null): string =>
  maxDays === null || maxDays > 90 ? '90' : String(maxDays)
