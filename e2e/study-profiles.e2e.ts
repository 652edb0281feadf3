import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

const PAGE = '/p/demo/studies/profiles'
const AXES = 'rows=param:functions&tables=benchmark,workload,hardware&base=none&show=absolute'
/** Other tests upload profiles too, so each page filters by machine. */
const PUBLISHED = `${PAGE}?${AXES}&columns=test&hardware=ser7`
const RECORDED = `${PAGE}?${AXES}&columns=version,test&hardware=vm2`

/** Finds a cell by the name of its row and the header of its column. */
async function cellOf(page: Page, table: Locator, cell: { row: string; column: string }): Promise<Locator> {
  const headings = await table.getByRole('columnheader').allInnerTexts()
  return table
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: cell.row, exact: true }) })
    .getByRole('cell')
    .nth(headings.indexOf(cell.column) - 1)
}

/** Returns the frames of a function that are wide enough for its name. */
const frameOf = (graph: Locator, name: string) =>
  graph.locator('.d3-flame-graph-label:visible').getByText(name, { exact: true })

test('the published shares of function groups are in a table with a column for each test', async ({ page }) => {
  await page.goto(PUBLISHED)
  await expect(page.getByRole('heading', { name: /of the CPU samples of readrandom/, level: 1 })).toBeVisible()
  const table = page.getByRole('table', { name: /flame graph.*ser7/ })
  await expect(await cellOf(page, table, { row: 'libc+k', column: 'readrandom' })).toHaveText('37.30')
  await expect(await cellOf(page, table, { row: 'bloom', column: 'readrandom2' })).toHaveText('8.14')
  await expect(await cellOf(page, table, { row: 'bloom', column: 'readrandom3' })).toHaveText('0.00')
})

test('a flame graph is drawn, searched, zoomed and read by keyboard', async ({ page, expectAccessible }) => {
  await page.goto(RECORDED)
  await page.getByRole('link', { name: 'Flame graph of 18.4 point-query_range=100' }).click()
  const graph = page.getByRole('application', { name: /^Flame graph of 18\.4, point-query_range=100, stacks/ })
  await expect(frameOf(graph, 'PostgresMain')).toBeVisible()

  await page.getByLabel('Find a function').fill('_bt_')
  await expect(page.getByRole('status').filter({ hasText: 'of samples' })).toHaveText('14.44% of samples')

  await graph.focus()
  await page.keyboard.press('ArrowDown')
  const summary = page.getByRole('paragraph').filter({ hasText: /of samples$/ })
  await expect(summary).toHaveText('postgres: 100.00% of samples')
  for (let level = 0; level < 10; level++) await page.keyboard.press('ArrowDown')
  await expect(summary).toHaveText('PortalRun: 26.74% of samples')
  await page.keyboard.press('Enter')
  await expect(frameOf(graph, 'ReadyForQuery')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(frameOf(graph, 'ReadyForQuery')).toBeVisible()

  const functions = page.getByRole('table', { name: 'Functions by their own share' })
  await expect(functions.getByRole('row', { name: /PortalRun .*26\.74%/ })).toBeVisible()
  await expectAccessible()
})

test('two profiles are compared by color and in a table', async ({ page }) => {
  await page.goto(RECORDED)
  await page
    .getByRole('combobox', { name: 'Profile', exact: true })
    .selectOption('18.4, update-index_range=100, stacks')
  await expect(page).toHaveURL(/profile=/)
  await page.getByRole('combobox', { name: 'Compared with' }).selectOption('18.4, point-query_range=100, stacks')
  await expect(page).toHaveURL(/versus=/)
  await expect(page.getByText('a larger share than in 18.4, point-query_range=100, stacks')).toBeVisible()
  const graph = page.getByRole('application', { name: /vs 18\.4, point-query/ })
  await expect(frameOf(graph, 'ExecModifyTable')).toBeVisible()
  const functions = page.getByRole('table', { name: 'Functions by change' })
  await expect(functions.getByRole('row', { name: /finish_task_switch.* −\d+\.\d+/ })).toBeVisible()
})

test('custom rules group the functions, and the address contains them', async ({ page }) => {
  await page.goto(RECORDED)
  await page.getByText('Rules of the groups').click()
  const rules = page.getByRole('textbox', { name: /A line for each group/ })
  await rules.fill('kernel = [kernel]\nsearch of the index = _bt_search; _bt_first')
  await page.getByRole('button', { name: 'Group by these rules' }).click()
  await expect(page).toHaveURL(/rules=kernel/)
  const table = page.getByRole('table', { name: /sysbench/ })
  await expect(await cellOf(page, table, { row: 'kernel', column: '18.4 point-query_range=100' })).toHaveText('34.22')

  await page.getByText('Rules of the groups (changed)').click()
  await rules.fill('nonsense')
  await page.getByRole('button', { name: 'Group by these rules' }).click()
  await expect(page.getByText(/Line 1: expected a name, an equals sign and patterns/)).toBeVisible()
})

test('the page of a run links to its flame graph', async ({ page, expectAccessible }) => {
  await page.goto(RECORDED)
  await page.getByRole('link', { name: 'this run' }).click()
  const profiles = page.getByRole('table', { name: 'Profiles' })
  await expect(profiles.getByRole('row', { name: /point-query_range=100 1 stacks 187 samples/ })).toBeVisible()
  await expectAccessible()
  await profiles
    .getByRole('row', { name: /update-index.*stacks/ })
    .getByRole('link')
    .click()
  await expect(
    page.getByRole('application', { name: /^Flame graph of .*update-index_range=100, stacks/ }),
  ).toBeVisible()
})

test('an uploaded flame graph is parsed and rendered again, and nothing in it runs', async ({ page, runner }) => {
  const frame = (name: string, y: number) =>
    `<g><title>${name} (10 samples, 100%)</title><rect x="10" y="${y}" width="1180"/></g>`
  const answer = await runner.postFile({
    name: 'benchmark_readrandom.t1.log.perf.g.cycles.all.svg&version=10.6.2',
    text: `<svg xmlns="http://www.w3.org/2000/svg" onload="document.title = 'run'"><script>document.title = 'run'</script>${frame(
      'all',
      36,
    )}${frame('evil&lt;img src=x onerror=alert(1)&gt;', 20)}</svg>`,
  })
  expect(answer.status()).toBe(200)
  await page.goto(`${PAGE}?${AXES}&columns=test&hardware=${runner.name}`)
  const graph = page.getByRole('application', { name: /^Flame graph of/ })
  await expect(frameOf(graph, 'evil<img src=x onerror=alert(1)>')).toBeVisible()
  await expect(page).toHaveTitle('Profiles · Assay')
})
