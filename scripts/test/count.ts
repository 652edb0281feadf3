/** Numbers of passed, failed and skipped tests. */
export type Count = { passed: number; failed: number; skipped: number }

export const NOTHING: Count = { passed: 0, failed: 0, skipped: 0 }

export function add(a: Count, b: Count): Count {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }
}

/** Formats the last line of `npm test`. */
export function formatCount({ passed, failed, skipped }: Count): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/**
 * Counts a failure for a part with a failing exit code that names no failed test (it crashed, it could not start, it
 * left an error behind).
 */
export function withExit(count: Count, exitCode: number): Count {
  return exitCode !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count
}
