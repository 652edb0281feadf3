const grouped = new Intl.NumberFormat('en-US')

/** Formats 12,345. */
export const formatCount = (count: number): string => grouped.format(count)

/** Formats `1 run`, `12 runs`; pass the plural when it is irregular. */
export function countOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`
}
