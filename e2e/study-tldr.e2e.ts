// The tl;dr of studies: one of its numbers is followed to its cell.

import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'

/** One of each kind of page; every study writes its sentences with the same code. */
const STUDIES = ['steps', 'scale-up', 'sweep', 'repeats']

for (const study of STUDIES) {
  test(`${study}: the first number of the tl;dr links to its cell`, async ({ page }) => {
    await open(page, `/p/demo/studies/${study}`)
    const tldr = page.getByRole('region', { name: 'tl;dr' })
    await expect(tldr).toContainText(/compared cells?: |is \d|tests/)
    // Without changes, the only sentence counts the verdicts.
    if ((await tldr.getByRole('link').count()) === 0) {
      await expect(tldr).toContainText('0 regressions, 0 improvements')
      return
    }
    const link = tldr.getByRole('link').first()
    const text = (await link.textContent()) ?? ''
    await link.click()
    const details = page.getByRole('dialog', { name: 'Details of the cell' })
    await expect(details).toContainText(ratiosOf(text))
  })
}

test('profiles: a number of the tl;dr links to its share', async ({ page }) => {
  await open(page, '/p/demo/studies/profiles')
  const link = page.getByRole('region', { name: 'tl;dr' }).getByRole('link').first()
  const text = (await link.textContent()) ?? ''
  await link.click()
  await expect(page).toHaveURL(/#share-/)
  await expect(page.locator(':target')).toHaveText(text.replace('%', ''))
})

/**
 * Converts `2.74 times`, `+69%` and `11%` to the ratios that a cell may show: 2.74; 1.69; 0.89 or 1.11. A scale-up is
 * unchanged.
 */
function ratiosOf(text: string): RegExp {
  const [, sign, percent] = /^([+-]?)(\d+)%$/.exec(text) ?? []
  const share = Number(percent) / 100
  const both = [...(sign === '+' ? [] : [1 - share]), ...(sign === '-' ? [] : [1 + share])]
  const ratios = percent === undefined ? [text.replace(/x$| times$/, '')] : both
  return new RegExp(
    ratios
      .map((ratio) => (typeof ratio === 'string' ? ratio : ratio.toFixed(2)))
      .join('|')
      .replaceAll('.', '\\.'),
  )
}
