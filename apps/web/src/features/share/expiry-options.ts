/** Lifetimes of a link in days; no value means that it does not expire. */
export const EXPIRY_OPTIONS = [
  { days: '7', label: 'in a week' },
  { days: '30', label: 'in a month' },
  { days: '90', label: 'in 90 days' },
  { days: '366', label: 'in a year' },
  { days: '', label: 'never' },
]
