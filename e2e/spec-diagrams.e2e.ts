// A diagram is drawn in the preview and stored with the revision; a new spec starts from an outline.

import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'
import { setUpOwner } from './support/test-accounts.ts'

test('a new spec starts from an outline, and its diagram is drawn in the preview and on the page', async ({
  page,
  expectAccessible,
}) => {
  await setUpOwner(page)
  await open(page, '/p/demo/specs/new')
  const text = page.getByRole('textbox', { name: 'Text, in Markdown' })
  await page.getByLabel('Start from').selectOption('outline')
  await expect(text).toContainText('Not a goal')
  await page.getByLabel('Title').fill(`Diagrams ${crypto.randomUUID().slice(0, 8)}`)
  await text.fill(
    '# Plan\n\n```dot\n// Rows go from the scan to the sort\ndigraph { rankdir=LR; scan -> sort [label="rows"] }\n```',
  )
  const drawing = page.getByRole('img', { name: 'Rows go from the scan to the sort' })
  await expect(drawing).toBeVisible()
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Diagrams')
  await expect(drawing).toHaveAttribute('src', /attachments\/diagram-[0-9a-f]{12}\.svg/)
  await expect.poll(() => drawing.evaluate((image: { naturalWidth: number }) => image.naturalWidth)).toBeGreaterThan(50)
  await expect(page.getByText('digraph {')).toBeHidden()
  await page.getByText('Source', { exact: true }).click()
  await expect(page.getByText('digraph {')).toBeVisible()
  await expectAccessible()
})
