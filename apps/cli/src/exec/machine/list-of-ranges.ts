/** Parses `0-3,8` as numbers; empty for anything else. */
export function listOfRanges(text: string | null): number[] {
  if (text === null || !/^\d{1,5}(-\d{1,5})?(,\d{1,5}(-\d{1,5})?)*$/.test(text)) return []
  return text.split(',').flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map(Number)
    return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i)
  })
}
