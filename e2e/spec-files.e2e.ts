// A spec is exported as a file with its appendix, and imported again in another tab; a file opens without a network.

import { open } from './support/ready.ts'
import { specsOfRunner } from './support/spec-review.ts'
import { expect, test } from './support/test.ts'

test('a file has the text and the appendix, opens without a network, and can be imported', async ({
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
  await page.getByLabel('Or paste its text').fill(markdown)
  await page.getByRole('button', { name: 'Import' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('resolved')
  await expect(page.getByRole('region', { name: 'Files and hashes' })).toContainText(sha256)
  await expect(page.getByRole('region', { name: 'Files and hashes' })).toContainText('from a file of FS-1')
  await expect(page.getByRole('region', { name: 'Appendix: comments and responses' })).toContainText('No thank you')
  await context.close()
})

test('a file that was edited elsewhere becomes the next revision of a spec, and no newer one is lost', async ({
  browser,
  request,
  runner,
}) => {
  const { create } = specsOfRunner(request, runner)
  const name = await create({ kind: 'functional', title: 'Written elsewhere', text: '# Goals\n\nSums of doubles.' })
  const context = await browser.newContext({ extraHTTPHeaders: { authorization: `Bearer ${runner.token}` } })
  const page = await context.newPage()
  const exported = `/api/v1/projects/demo/specs/${name}/export?format=markdown&revision=1`
  const file = (await (await context.request.get(exported)).text()).replace(
    'Sums of doubles.',
    'Sums of exact doubles.',
  )
  const form = page.getByRole('form', { name: 'From a file' })
  const store = async (text: string) => {
    await open(page, `/p/demo/specs/${name}/edit`)
    await form
      .getByLabel('Markdown')
      .setInputFiles({ name: 'spec.md', mimeType: 'text/markdown', buffer: Buffer.from(text) })
    await expect(form.getByLabel('Based on revision')).toHaveValue('1')
    await form.getByLabel('What changed').fill('exact ones')
    await form.getByRole('button', { name: /^Save the file/ }).click()
  }
  await store(file)
  await expect(page).toHaveURL(new RegExp(`/${name}$`))
  await expect(page.locator('[data-spec-text]')).toContainText('Sums of exact doubles.')
  await expect(page.getByRole('region', { name: 'Revisions' })).toContainText('Revision 2, ')
  await store(file.replace('exact doubles', 'long doubles'))
  await expect(form.getByRole('alert')).toContainText('Revision 2 is newer than the one that the file is based on.')
  await expect(page.getByText(/based on revision 1$/)).toBeVisible()
  await context.close()
})

test('a public link is created after a preview, works without a script, and is revoked', async ({
  browser,
  request,
  runner,
  page: reader,
  expectAccessible,
}) => {
  const headers = { authorization: `Bearer ${runner.token}` }
  const at = '/api/v1/projects/demo/specs'
  const spec = { kind: 'functional', title: 'Open sums', text: '# Goals\n\nSums that anybody may read.' }
  const { name } = await (await request.post(at, { headers, data: spec })).json()
  const context = await browser.newContext({ extraHTTPHeaders: headers })
  const page = await context.newPage()
  await open(page, `/p/demo/specs/${name}/link`)
  await expect(page.getByRole('region', { name: 'What becomes public' })).toContainText('Names:')
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Sums that anybody may read.')
  await page.getByRole('button', { name: 'Create link' }).click()
  const link = page.getByRole('status').getByRole('link')
  await expect(link).toHaveAttribute('href', /\/spec\/[\w-]{64}$/)
  const address = new URL((await link.getAttribute('href')) ?? '').pathname
  const answer = await request.get(address)
  expect(answer.headers()['x-robots-tag']).toContain('noindex')
  expect(answer.headers()['referrer-policy']).toBe('no-referrer')
  expect(await answer.text()).toContain('Sums that anybody may read.')
  await reader.goto(address)
  await expect(reader.getByRole('heading', { level: 1 })).toContainText('Open sums')
  await expect(reader.locator('#appendix')).toContainText('No comments.')
  await expectAccessible()
  expect((await request.get(`${address}/export?format=markdown`)).status()).toBe(200)
  await page.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByRole('list', { name: 'Links' })).toContainText('revoked')
  expect((await request.get(address)).status()).toBe(404)
  expect((await request.get(`${address}/export?format=markdown`)).status()).toBe(404)
  await context.close()
})
