/** Median and 95th percentile of repeated calls in milliseconds, after a warm-up of a tenth of them. */
export async function timeCalls(count: number, call: () => Promise<unknown>): Promise<{ median: number; p95: number }> {
  for (let i = 0; i < Math.max(3, count / 10); i++) await call()
  const times: number[] = []
  for (let i = 0; i < count; i++) {
    const began = performance.now()
    await call()
    times.push(performance.now() - began)
  }
  return { median: percentile(times, 0.5), p95: percentile(times, 0.95) }
}

/** Returns the value that this share of the values (0 to 1) does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Minimum time of some calls in milliseconds after a warm-up, because other processes share the machine. */
export function quickest(call: () => unknown): number {
  const times = Array.from({ length: 7 }, () => {
    const began = performance.now()
    call()
    return performance.now() - began
  })
  return Math.min(...times)
}
