// A spec leaves as a file with its appendix, and comes back from it in another tab; a file opens with the network off.

import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'

test('a file has the text and the appendix, opens without a network, and is read again', async ({
  browser,
  runner,
}) => {
  const headers = { authorization: `Bearer ${runner.token}` }
  const context = await browser.newContext({ extraHTTPHeaders: headers })
  const page = await context.newPage()
  await open(page, '/p/demo/specs/FS-1')
  const files = page.getByRole('region', { name: 'Files and hashes' })
  const sha256 = (await files.locator('dd').first().textContent()) ?? ''
  expect(sha256).toMatch(/^[0-9a-f]{64}$/)
  const href = async (name: string) => (await files.getByRole('link', { name }).getAttribute('href')) ?? ''
  const html = await (await context.request.get(await href('HTML'))).text()
  const offline = await browser.newContext({ offline: true, javaScriptEnabled: false })
  const away = await offline.newPage()
  await away.setContent(html)
  await expect(away.getByRole('heading', { level: 1 })).toContainText('FS-1')
  await expect(away.locator('#appendix')).toContainText('No thank you')
  await expect(away.locator('.facts')).toContainText(sha256)
  await offline.close()

  const markdown = await (await context.request.get(await href('Markdown'))).text()
  await open(page, '/p/demo/specs/import')
  await page.getByLabel('Or its text').fill(markdown)
  await page.getByRole('button', { name: 'Import' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('resolved')
  await expect(page.getByRole('region', { name: 'Files and hashes' })).toContainText(sha256)
  await expect(page.getByRole('region', { name: 'Files and hashes' })).toContainText('from a file of FS-1')
  await expect(page.getByRole('region', { name: 'Appendix: feedback and responses' })).toContainText('No thank you')
  await context.close()
})
