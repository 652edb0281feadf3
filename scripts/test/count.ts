/** Numbers of passed, failed and skipped tests, and a line for each failure that has a name. */
export type Count = { passed: number; failed: number; skipped: number; failures: readonly string[] }

export const NOTHING: Count = { passed: 0, failed: 0, skipped: 0, failures: [] }

export function add(a: Count, b: Count): Count {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    failures: [...a.failures, ...b.failures],
  }
}

/** Counts one check that passed, or one that failed under this name. */
export function countCheck(name: string, passes: boolean): Count {
  return passes ? { ...NOTHING, passed: 1 } : { ...NOTHING, failed: 1, failures: [name] }
}

/** Formats the last lines of `npm test`: the failures, because a log may be cut to its end, and then the sum. */
export function formatCount({ passed, failed, skipped, failures }: Count): string {
  const list = failures.length === 0 ? '' : `Failed:\n${failures.map((line) => `  ${line}`).join('\n')}\n\n`
  return `${list}${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/**
 * Counts a failure for a part with a failing exit code that names no failed test (it crashed, it could not start, it
 * left an error behind).
 */
export function withExit(part: string, count: Count, exitCode: number): Count {
  if (exitCode === 0 || count.failed > 0) return count
  return add(count, countCheck(`${part}: exit code ${exitCode} without a failed test`, false))
}
