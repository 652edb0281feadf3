/** Formats a noise estimate: `0.42%`, `3.1%`, `28%`. */
export function percentText(share: number): string {
  const percent = 100 * share
  return `${percent.toFixed(percent < 1 ? 2 : percent < 10 ? 1 : 0)}%`
}
