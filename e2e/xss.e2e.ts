// A text that would run as a script is stored in every field that is displayed, and then opened on every page that
// displays it.

import { hostileTexts, some } from '@assay/testing/hostile-markup'
import { Executions } from './support/executions.ts'
import { storeHostileData } from './support/hostile-data.ts'
import { storeHostileReports } from './support/hostile-reports.ts'
import { storeHostileTeam } from './support/hostile-team.ts'
import { untilReady } from './support/ready.ts'
import { expect, test } from './support/test.ts'
import { signUp } from './support/test-accounts.ts'

const STUDIES = [
  'versions',
  'steps',
  'compilers',
  'configs',
  'hardware',
  'scale-up',
  'sweep',
  'repeats',
  'efficiency',
  'quality-of-service',
  'io-efficiency',
  'profiles',
]

// An unknown address is an expected response too.
test.use({ sharesPage: false, expectedErrors: /status of (?:40\d|422)/ })
// The last file in the order of names, whose tests would otherwise keep one worker busy at the end.
test.describe.configure({ mode: 'parallel' })
test.setTimeout(process.env.ASSAY_XSS === 'all' ? 1_800_000 : 600_000)

test('no text of users runs on any page', async ({ page, request, runner }) => {
  const { product, runs, bug, saved, texts } = await storeHostileData(request, runner.token)
  const executions = await Executions.listen(page)
  const query = new URLSearchParams({ product }).toString()
  const pair = new URLSearchParams({ a: runs[0] ?? '', b: runs[1] ?? '' }).toString()
  const pages = [
    '/p/demo',
    `/p/demo/runs?${query}`,
    ...runs.map((run) => `/p/demo/runs/${run}`),
    `/p/demo/compare?${query}`,
    `/p/demo/compare?columns=version&base=none&show=absolute&${query}`,
    `/p/demo/compare?columns=version&show=both&tables=hardware,workload,benchmark,config,build&${query}`,
    `/p/demo/compare?columns=version&view=chart&${query}`,
    ...STUDIES.map((study) => `/p/demo/studies/${study}?${query}`),
    `/p/demo/studies/profiles?rows=param:functions&columns=version,test&base=none&show=absolute&${query}`,
    `/p/demo/diff?${pair}`,
    '/p/demo/known-bugs',
    `/p/demo/known-bugs/${bug}`,
    '/p/demo/saved',
    `/p/demo/saved/${saved}`,
    `/p/demo/search?q=${encodeURIComponent(product)}`,
    '/p/demo/builds',
    '/p/demo/configs',
    '/p/demo/hardware',
    '/p/demo/findings',
  ]
  for (const path of pages) await executions.visit(path)

  // A saved export is opened without any of our headers.
  await page.route('**/saved-export', async (route) => {
    const file = await request.get(`/p/demo/compare/export?format=html&columns=version&${query}`)
    await route.fulfill({ contentType: 'text/html; charset=utf-8', body: `<!doctype html>${await file.text()}` })
  })
  await executions.visit('/saved-export')

  // The pages of a run's build, config and hardware are found by its links.
  await page.goto(`/p/demo/runs/${runs[0]}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(product)
  const links = await page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((elements) => elements.map((element) => String(element.getAttribute('href'))))
  const dimensionPages = [...new Set(links)].filter((link) =>
    /^\/o\/assay\/p\/demo\/(?:builds|configs|hardware)\//.test(link),
  )
  expect(dimensionPages.length).toBeGreaterThan(2)
  for (const path of dimensionPages) await executions.visit(path)

  // Raw files are downloads, and could run nothing if they were opened.
  const files = [...new Set(links)].filter((link) => link.includes('/attachments/'))
  expect(files.length).toBe(4)
  for (const file of files) {
    const headers = (await request.get(file)).headers()
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(headers['content-disposition']).toMatch(/^attachment; filename="[\w.,=+-]+"$/)
    expect(headers['content-security-policy']).toBe("sandbox; default-src 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
  }

  await untilReady(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('xss"><svg')
  await expect(page.getByRole('dialog').getByText(product).first()).toBeVisible()
  await executions.scan()
  expect(texts.length).toBeGreaterThan(100)
  expect(executions.found).toEqual([])
})

test('no text in reports, shared links and names of people runs', async ({ page, request, runner }) => {
  const { product } = await storeHostileData(request, runner.token)
  const stored = await storeHostileReports(request, { token: runner.token, product })
  const executions = await Executions.listen(page)
  const pages = [
    '/p/demo/reports',
    stored.report,
    stored.share,
    stored.sharedReport,
    stored.published,
    stored.share.replace('/s/', '/embed/'),
  ]
  for (const path of pages) await executions.visit(path)
  await expect(page.getByRole('heading').first()).toBeVisible()
  await page.route('**/saved-export/*', async (route) => {
    const file = await request.get(`${stored.sharedReport}/export?format=html`)
    await route.fulfill({ contentType: 'text/html; charset=utf-8', body: await file.text() })
  })
  await executions.visit('/saved-export/report')

  // An author sees the preview, and the list of links.
  const name = `${some(hostileTexts(), 1)[0]}"><img src=x onerror=xss(1)>`
  await signUp(page, 'Mallory')
  await page.goto('/account')
  const form = page.getByRole('form', { name: 'Name' })
  await form.getByLabel('Name').fill(name)
  await form.getByRole('button', { name: 'Change the name' }).click()
  await expect(page.getByText(name).first()).toBeVisible()
  await executions.scan()
  await page.setExtraHTTPHeaders({ authorization: `Bearer ${runner.token}` })
  for (const path of [stored.edit, '/p/demo/shares', '/p/demo/reports', '/p/demo']) await executions.visit(path)
  expect(executions.found).toEqual([])
})

test('no text in organizations, projects, tokens, channels, rules and specs runs', async ({ page }) => {
  await signUp(page, 'Trudy')
  const pages = await storeHostileTeam(page)
  const executions = await Executions.listen(page)
  for (const path of pages) await executions.visit(path)
  expect(executions.found).toEqual([])
})

test.describe(() => {
  // Broken images and blocked frames are expected on this page.
  test.use({ expectedErrors: /./ })

  test('the listener detects a payload that runs', async ({ page }) => {
    const executions = await Executions.listen(page)
    const body = some(hostileTexts(), 21).join('\n')
    await page.route('**/control', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<!doctype html>${body}` }),
    )
    await executions.visit('/control')
    const executed = executions.found.join('\n')
    for (const sign of ['xss() on', 'a dialog on', 'console.log on', '/xss asked by', 'onerror in <img']) {
      expect(executed).toContain(sign)
    }
  })
})

test('no text in the address of a page runs', async ({ page }) => {
  const executions = await Executions.listen(page)
  const positions: ((text: string) => string)[] = [
    (text) => `/p/demo/search?q=${text}`,
    (text) => `/p/demo/compare?columns=${text}&rows=${text}&metrics=${text}`,
    (text) => `/p/demo/compare?product=${text}&base=version:${text}&test=${text}`,
    (text) => `/p/demo/compare?${text}=${text}&columns=version`,
    (text) => `/p/demo/runs?product=${text}&sort=${text}&cursor=${text}`,
    (text) => `/p/demo/studies/profiles?rules=${text}&graph=${text}`,
    (text) => `/p/demo/diff?a=${text}&b=${text}`,
    (text) => `/p/demo/known-bugs/${text}`,
    (text) => `/p/${text}`,
    (text) => `/${text}?${text}#${text}`,
    (text) => `/sign-in?next=${text}&error=${text}`,
  ]
  const every = process.env.ASSAY_XSS === 'all' ? 11 : 301
  for (const [index, position] of positions.entries()) {
    for (const text of some(hostileTexts(), every, index)) await executions.visit(position(encodeURIComponent(text)))
  }
  expect(executions.found).toEqual([])
})
