// A resolved spec shows its seal, and an exported file is verified in the browser.

import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'

test.use({ sharesPage: false })

test('a resolved spec shows its seal, and a file verifies in the browser', async ({ page, expectAccessible }) => {
  await open(page, '/p/demo/specs/FS-1')
  const seal = page.getByRole('note').filter({ hasText: 'As resolved on' })
  await expect(seal).toContainText('revision 3')
  await seal.getByRole('link', { name: '2 later changes' }).click()
  await expect(page.getByRole('note')).toContainText('Intact.')
  await expect(page.getByRole('region', { name: 'Later changes' })).toContainText('The outcome was recorded')
  await expectAccessible()

  const file = await (await page.request.get('/api/v1/projects/demo/specs/FS-1/export?format=markdown')).text()
  await page.getByRole('link', { name: 'verify the file' }).click()
  const choose = (text: string) =>
    page
      .getByLabel('File of a spec')
      .setInputFiles({ name: 'FS-1.md', mimeType: 'text/markdown', buffer: Buffer.from(text) })
  await choose(file)
  await expect(page.getByRole('note')).toContainText('Intact.')
  await choose(file.replaceAll('Where does NaN sort?', 'NaN sorts last.'))
  await expect(page.getByRole('note')).toContainText('Changed without a record.')
  await expect(page.getByRole('region', { name: 'Differences' })).toContainText('/feedback/1/body')
  await choose('# Not a spec')
  await expect(page.getByRole('note')).toContainText('The file cannot be verified.')
  await expectAccessible()
})
