/**
 * The same numbers as an array whose elements the engine stores as doubles, in a third of the memory. Arrays that were made
 * where arrays of texts or objects are made too hold each number as an object of its own. Gaps stay as they are.
 */
export function packNumbers<T extends number | null>(values: readonly T[]): T[] {
  if (!values.every((value) => typeof value === 'number')) return [...values]
  // A typed array gives a new array of doubles; its elements are the numbers of type T.
  return Array.from(Float64Array.from(values as readonly number[])) as T[]
}
