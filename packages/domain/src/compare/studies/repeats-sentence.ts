import type { Repeats } from './repeats.ts'

/** Describes the agreement of repeats in one or two sentences. */
export function repeatsSentence(summary: Repeats['summary']): string {
  if (summary === null) return 'No result has repeats.'
  const { pairs, within1, within5, medianApart, deviation } = summary
  return `Of ${pairs} pairs ${within1} agree within 1% and ${within5} within 5%; half are within ${percent(medianApart - 1)}. A single run is good to ${percent(deviation)} (one standard deviation).`
}

const percent = (part: number): string => `${(part * 100).toFixed(1)}%`
