/** Parses the number of a version in an address; undefined for anything else. */
export function readVersionNumber(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : undefined
}
