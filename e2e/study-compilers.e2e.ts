// A user compares compilers: on which tests another one is faster, and whether machines agree.

import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'

test('the gains of clang and LTO over gcc are listed by test, for three servers', async ({ page }) => {
  await open(
    page,
    '/p/demo/studies/compilers?rows=version&columns=compiler&tables=test,hardware,benchmark,workload,clients&base=first-cell&product=RocksDB&compiler=gcc,clang,clang%2BLTO',
  )
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^RocksDB.*: clang\+LTO is \d+% faster than gcc/)
  const table = page.getByRole('table', { name: 'Gains of compilers over machines' })
  await expect(table.getByRole('row', { name: /^revrangeww clang\+LTO over gcc/ })).toContainText(
    '3 of 3 agree: faster',
  )
  await expect(table.getByRole('row', { name: /^fillseq clang\+LTO over gcc/ })).toContainText('+15%')
  await expect(table.getByRole('row', { name: /^readwhilewriting clang\+LTO over gcc/ }).first()).toContainText('+14%')
})

test('small charts of one machine share a scale and show their gains', async ({ page }) => {
  await open(
    page,
    '/p/demo/studies/compilers?rows=version&columns=compiler&tables=test&base=first-cell&hardware=gcp-arm-8&benchmark=db_bench&workload=byrx',
  )
  const chart = page.getByRole('figure', { name: 'readwhilewriting' })
  await expect(chart).toContainText('10.8.3: clang+LTO +14%, clang +2% over gcc.')
  await expect(chart).toContainText('relative to 6.29.5 gcc')
  await chart.getByText('Chart data').click()
  await expect(chart.getByRole('row', { name: /^10\.8\.3/ }).getByRole('cell')).toHaveText(['1.16', '1.18', '1.32'])
})
