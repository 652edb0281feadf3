/** The versions that have results with each value of a dimension, such as each compiler. */
export type VersionsOfValues = readonly { versions: ReadonlySet<string> }[]

/**
 * Chooses the base version of a table whose columns differ in more than the version, such as version and compiler. A
 * base that has several compilers, and not that of a column, is ambiguous for this column: the requested base is then
 * replaced by the oldest version that has results for every column.
 *
 * @param versions oldest first.
 * @param dimensions the dimensions of the columns besides the version.
 * @returns the requested base, or the oldest version, when no version has results for every column.
 */
export function unambiguousBase(
  versions: readonly string[],
  dimensions: readonly VersionsOfValues[],
  requested: string | undefined,
): string | undefined {
  const has = (version: string, values: VersionsOfValues) => values.filter((one) => one.versions.has(version)).length
  const isComplete = (version: string) => dimensions.every((values) => has(version, values) === values.length)
  const isClear = (version: string) =>
    dimensions.every((values) => has(version, values) === 1 || has(version, values) === values.length)
  if (requested !== undefined && isClear(requested)) return requested
  return versions.find(isComplete) ?? requested ?? versions[0]
}

/** The values of one dimension in a table: those of all its results, and those of the results of the base. */
export type ValuesOfTable = { all: readonly string[]; base: readonly string[] }

/**
 * Returns the values whose columns would have no ratio in some table, because its base has several values and not this
 * one, such as a compiler with which the base was not built.
 */
export function valuesWithoutBase(tables: readonly ValuesOfTable[]): ReadonlySet<string> {
  const missing = tables.flatMap(({ all, base }) => (base.length < 2 ? [] : all.filter((one) => !base.includes(one))))
  return new Set(missing)
}
