// A build is judged by the gate: stored versions, and output that was not uploaded.

import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'

const SYSBENCH = 'nov26.sb.pg.mem.1t.vm2'

test('two releases of the demo fail by the known regressions, which the link shows', async ({ page, runner }) => {
  const { code, out } = await runner.gate('--base', 'MySQL 5.6.51', '--candidate', '8.0.44', '--benchmark', 'sysbench')
  expect(code).toBe(1)
  expect(out).toContain('**Regression.** MySQL 8.0.44 vs MySQL 5.6.51: 31 regressions, 1 improvement')
  expect(out).toMatch(/\| update-one\\_range=100 \| 0\.60 \| 0\.5\d to 0\.6\d \| regression \|/)
  const link = new URL(/\[The comparison\]\((.+)\)/.exec(out)?.[1] ?? '')
  await open(page, link.pathname + link.search)
  await expect(page.getByRole('row', { name: /^update-one_range=100/ }).last()).toContainText('0.60')
})

test('improvements never fail the gate', async ({ runner }) => {
  const only = ['--test', 'hot-points_range=100', '--hardware', 'dell32']
  const { code, out } = await runner.gate('--base', 'PostgreSQL 16.10', '--candidate', '17.6', ...only)
  expect(code).toBe(0)
  expect(out).toMatch(/\| hot-points\\_range=100 \| 1\.94 \| 1\.\d\d to 2\.\d\d \| improvement \|/)
})

test('benchmark output is compared with stored results and not stored', async ({ page, runner }) => {
  await runner.push(`${SYSBENCH}/v1`)
  await page.goto(`/p/demo/runs?hardware=${runner.name}`)
  const runs = page.getByRole('table', { name: 'Runs' }).getByRole('row')
  const before = await runs.count()
  const output = `demo/raw/${SYSBENCH}/v2/x.pg184_def.x10a_c2r24.pk1`
  const sides = ['--base', 'PostgreSQL 18.4', '--candidate', output, '--hardware', runner.name]
  const { code, out, log } = await runner.gate(...sides)
  expect(log).toContain('compared without being stored; --upload stores them.')
  expect(out).toMatch(/PostgreSQL 18\.4 \(\d runs?, not stored\) vs PostgreSQL 18\.4: /)
  expect([0, 1, 2]).toContain(code)
  await page.reload()
  await expect(runs).toHaveCount(before)
})

test('a load step that was published as ratios only is 0.60, as in the post', async ({ runner }) => {
  const only = ['--benchmark', 'Insert Benchmark', '--hardware', 'pn53', '--workload', 'cached']
  const { code, out } = await runner.gate('--base', 'MySQL 5.6.51', '--candidate', 'MySQL 8.0.44', ...only)
  expect(out).toMatch(/\| l\.i0 \| 0\.60 \| .* \| regression \|/)
  expect(code).toBe(1)
})

test('unknown names give no verdict', async ({ runner }) => {
  const { code, log } = await runner.gate('--base', 'PostgreSQL 17', '--candidate', '18.0')
  expect([code, log]).toEqual([3, expect.stringContaining('"PostgreSQL 17" can be PostgreSQL 17.')])
})
