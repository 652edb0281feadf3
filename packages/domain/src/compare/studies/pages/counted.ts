const grouped = new Intl.NumberFormat('en-US')

/** `1 run`, `12 runs`; give the plural where an s does not make it. */
export const counted = (count: number, singular: string, plural = `${singular}s`): string =>
  `${grouped.format(count)} ${count === 1 ? singular : plural}`
