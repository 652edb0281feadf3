/** The text behind the last comma, which is being typed. */
export const lastEntry = (list: string): string => list.slice(list.lastIndexOf(',') + 1)

/** Replaces the last entry of a list that is separated by commas. */
export function chooseSuggestion(list: string, chosen: string): string {
  const before = list.slice(0, list.lastIndexOf(',') + 1)
  return before === '' ? chosen : `${before} ${chosen}`
}
