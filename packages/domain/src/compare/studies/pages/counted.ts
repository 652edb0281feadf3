const grouped = new Intl.NumberFormat('en-US')

/** Formats `1 run`, `12 runs`. Pass the plural if it is not the singular with an s. */
export const counted = (count: number, singular: string, plural = `${singular}s`): string =>
  `${grouped.format(count)} ${count === 1 ? singular : plural}`
