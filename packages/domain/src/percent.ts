/**
 * Formats a share as a percentage.
 *
 * @param digits  decimals that are always written; without them up to two, as many as the share needs: `3%`, `0.25%`.
 */
export function formatPercent(share: number, digits?: number): string {
  const percent = (100 * share).toFixed(digits ?? 2)
  return `${digits === undefined ? Number(percent) : percent}%`
}

/** Parses a share such as `5%` or `0.05`; null for another text. The caller checks its range. */
export function parseShare(text: string): number | null {
  const [, digits, percent] = /^(\d+(?:\.\d+)?)(%?)$/.exec(text.trim()) ?? []
  return digits === undefined ? null : Number(digits) / (percent === '%' ? 100 : 1)
}
