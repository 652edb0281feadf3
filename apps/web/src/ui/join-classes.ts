/** Joins names of classes; undefined when there is none, so that no empty attribute is written. */
export const joinClasses = (...names: readonly (string | undefined)[]): string | undefined =>
  names.filter((name) => name !== undefined && name !== '').join(' ') || undefined
