/** Maximum names in one sentence; the others are counted. */
const NAMES_LISTED = 12

/** Formats "a, b and 3 more". */
export function listNames(names: readonly string[]): string {
  if (names.length <= NAMES_LISTED) return names.join(', ')
  return `${names.slice(0, NAMES_LISTED).join(', ')} and ${names.length - NAMES_LISTED} more`
}
