const grouped = new Intl.NumberFormat('en-US')

/** Formats `1 run`, `1,200 runs`. Pass the plural if it is not the singular with an s. */
export const plural = (count: number, singular: string, pluralForm = `${singular}s`): string =>
  `${grouped.format(count)} ${count === 1 ? singular : pluralForm}`
