/**
 * True for text that Postgres accepts as a uuid. Queries treat any other id as one that does not exist, not as an
 * error.
 */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}
