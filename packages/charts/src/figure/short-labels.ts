/**
 * Labels without the words that all of them share at both ends, for narrow columns: "18.0 x10b_c32r128" and "18.0
 * x10c_c32r128" become "x10b" and "x10c". A single label keeps its first word, which is the version.
 */
export function shortLabels(labels: readonly string[]): string[] {
  if (labels.length < 2) return labels.map((label) => label.split(' ')[0] ?? label)
  const words = labels.map((label) => label.split(/(?<=[ _])/))
  const [first = []] = words
  const shortest = Math.min(...words.map((own) => own.length))
  const isShared = (at: number) => words.every((own) => own.at(at) === first.at(at))
  let start = 0
  while (start < shortest - 1 && isShared(start)) start++
  let end = 0
  while (end < shortest - start - 1 && isShared(-end - 1)) end++
  return words.map((own) =>
    own
      .slice(start, own.length - end)
      .join('')
      .replace(/[ _]$/, ''),
  )
}
