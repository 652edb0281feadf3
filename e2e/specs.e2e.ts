// An author creates a functional spec and schedules its review, and a signed-in reviewer comments on a part of its
// text. The author responds, marks the comment as done and resolves the spec; a guest reads it without a script.

import { open } from './support/ready.ts'
import { meetTomorrow, specsOfRunner } from './support/spec-review.ts'
import { expect, test } from './support/test.ts'

test.use({ sharesPage: false })

const TEXT = `# Sums of doubles

## Goals

Sums of doubles are the same on every machine, whatever the order of rows.

## Functions

\`sum_exact(x)\` adds without rounding, see [the goals](#goals).

| function | result |
|---|---|
| sum_exact | double |

$$
s = x_1 + x_2
$$`

test('a spec is written with a preview, and typed text is restored in a new tab', async ({ browser, runner }) => {
  const context = await browser.newContext({ extraHTTPHeaders: { authorization: `Bearer ${runner.token}` } })
  const page = await context.newPage()
  await open(page, '/p/demo/specs/new')
  await page.getByLabel('Title').fill('Sums of doubles')
  await page.getByRole('textbox', { name: 'Text, in Markdown' }).fill('## Goals\n\nThe same on every machine.')
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('The same on every machine.')
  await page.close()
  const again = await context.newPage()
  await open(again, '/p/demo/specs/new')
  await expect(again.getByLabel('Title')).toHaveValue('Sums of doubles')
  await again.getByRole('button', { name: 'Create' }).click()
  await expect(again.getByRole('heading', { level: 1 })).toContainText('Sums of doubles')
  await expect(again.getByRole('navigation', { name: 'Outline' })).toContainText('Goals')
  await context.close()
})

test('a review runs from its draft to its end, with its appendix in the page', async ({
  page,
  request,
  runner,
  expectAccessible,
}) => {
  const { create, act, revise } = specsOfRunner(request, runner)
  const name = await create({ kind: 'functional', title: 'Exact sums', text: TEXT })
  await act(name, ...meetTomorrow())
  const anchor = { kind: 'range', block: 'b3', quote: 'whatever the order of rows' }
  await act(name, { kind: 'give', body: 'Of threads, too?', anchor, revision: 1, giver: 'Vera', source: 'in-person' })
  await open(page, `/p/demo/specs/${name}`)
  await expect(page.getByRole('complementary', { name: 'Comments' })).toContainText('Of threads, too?')
  await expectAccessible()
  await act(name, { kind: 'answer', feedback: 1, answer: 'good-point' })
  const text = TEXT.replace('order of rows', 'order of rows and threads')
  await revise(name, { base: 1, title: 'Exact sums', text, note: 'threads, as Vera says' })
  await act(name, { kind: 'carry-out', feedback: 1, revision: 2 })
  await act(name, { kind: 'hold' }, { kind: 'close-meeting' }, { kind: 'resolve' })
  await open(page, `/p/demo/specs/${name}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('resolved')
  const appendix = page.getByRole('region', { name: 'Appendix: comments and responses' })
  await expect(appendix).toContainText('1 comment: 1 × good point.')
  await expect(appendix).toContainText('Done in: revision 2')
  await page.goto(`/p/demo/specs/${name}/at/goals`)
  await expect(page).toHaveURL(/#b2$/)
  await open(page, `/p/demo/specs/${name}/changes?from=1&to=2`)
  await expect(page.locator('ins')).toHaveText('and threads')
  await expectAccessible()
})
