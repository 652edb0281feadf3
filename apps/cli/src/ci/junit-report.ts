import { formatRatio } from '@assay/domain/compare/format-cell'
import { create } from 'xmlbuilder2'
import type { GateResponse } from './gate-response.ts'

/**
 * Renders the result of a gate as JUnit XML, which GitLab and Jenkins show with a merge request. A regression is a
 * failed test; inconclusive tests and results without a counterpart are skipped ones.
 */
export function junitReport({ rows, alone, compared }: GateResponse): string {
  const failures = rows.filter(({ said }) => said === 'worse').length
  const skipped = rows.filter(({ said }) => said === 'looks worse').length + alone.length
  const others = Math.max(compared - rows.length, 0)
  const suite = create({ version: '1.0', encoding: 'UTF-8' })
    .ele('testsuites')
    .ele('testsuite', { name: 'Assay', tests: rows.length + alone.length + (others > 0 ? 1 : 0), failures, skipped })
  for (const { table, row, ratio, low, high, said } of rows) {
    const interval = low === null || high === null ? 'not known' : `${formatRatio(low)} to ${formatRatio(high)}`
    const message = `${formatRatio(ratio)} of the base, 95% interval ${interval}`
    const test = suite.ele('testcase', { classname: table === '' ? 'Assay' : table, name: row })
    if (said === 'worse') test.ele('failure', { type: 'regression', message })
    else if (said === 'looks worse') test.ele('skipped', { message: `inconclusive: ${message}` })
  }
  for (const { side, what } of alone)
    suite.ele('testcase', { classname: 'not compared', name: what }).ele('skipped', { message: `only the ${side}` })
  if (others > 0) suite.ele('testcase', { classname: 'Assay', name: `${others} other ratios without a regression` })
  return `${suite.end({ prettyPrint: true })}\n`
}
