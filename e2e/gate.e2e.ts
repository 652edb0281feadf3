// Two stored versions are judged by the gate, whose answer links to the page of the comparison.

import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'

test('two releases of the demo fail by the known regressions, which the link shows', async ({ page, runner }) => {
  const { code, out } = await runner.gate('--base', 'MySQL 5.6.51', '--candidate', '8.0.44', '--benchmark', 'sysbench')
  expect(code).toBe(1)
  expect(out).toContain('**Regression.** MySQL 8.0.44 vs MySQL 5.6.51: 31 regressions, 1 improvement')
  expect(out).toMatch(/\| update-one\\_range=100 \| 0\.60 \| 0\.5\d to 0\.6\d \| regression \|/)
  const link = new URL(/\[The comparison\]\((.+)\)/.exec(out)?.[1] ?? '')
  await open(page, link.pathname + link.search)
  await expect(page.getByRole('row', { name: /^update-one_range=100/ }).last()).toContainText('0.60')
})
