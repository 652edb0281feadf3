const grouped = new Intl.NumberFormat('en-US')

/** 12,345 */
export const formatCount = (count: number): string => grouped.format(count)

/** `1 run`, `12 runs`; give the plural where an s does not make it. */
export function countOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`
}
