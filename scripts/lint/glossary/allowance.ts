/**
 * How many uses of each forbidden word are still in the sources. The numbers may only decrease; a word without a number
 * has no uses left and must not come back.
 */
export type Allowance = Record<string, number>

/** Problems are counts above their allowance. Hints are counts below it, whose number can be lowered. */
export function compareWithAllowance(counts: Allowance, allowance: Allowance): { problems: string[]; hints: string[] } {
  const problems: string[] = []
  const hints: string[] = []
  for (const key of new Set([...Object.keys(counts), ...Object.keys(allowance)])) {
    const count = counts[key] ?? 0
    const allowed = allowance[key] ?? 0
    if (count > allowed) {
      problems.push(
        `glossary: "${key}" occurs ${count} times, ${allowed} are allowed. Replacements are in docs/glossary.md; ` +
          `list the uses with: node scripts/with-node.mjs scripts/lint/glossary/check-glossary.ts --list "${key}"`,
      )
    }
    if (count < allowed) {
      hints.push(
        `glossary: "${key}" occurs ${count} times, ${allowed} are allowed. ` +
          'Lower the number with: node scripts/with-node.mjs scripts/lint/glossary/check-glossary.ts --lower',
      )
    }
  }
  return { problems, hints }
}

/** Returns the allowance with the counts that fell. Zeros are left out. */
export function lowered(counts: Allowance, allowance: Allowance): Allowance {
  const entries = Object.keys(counts)
    .sort()
    .map((key): [string, number] => [key, Math.min(counts[key] ?? 0, allowance[key] ?? 0)])
  return Object.fromEntries(entries.filter(([, count]) => count > 0))
}
