/** Numbers of passed, failed and skipped tests. */
export type Count = { passed: number; failed: number; skipped: number }

export const NOTHING: Count = { passed: 0, failed: 0, skipped: 0 }

export function add(a: Count, b: Count): Count {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }
}

/** The one line that `npm test` closes with. */
export function formatCount({ passed, failed, skipped }: Count): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/**
 * A part that ended badly without naming a failed test (it crashed, it could not start, it left an error behind) has
 * failed all the same.
 */
export function withExit(count: Count, exitCode: number): Count {
  return exitCode !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count
}
