// Several comments at once: drafts that are sent together, answers to many, a draft revision, and many marked as done.

import type { Page } from '@playwright/test'
import { counted } from './support/count-actions.ts'
import { open } from './support/ready.ts'
import { mark, SPEC_TEXT, specsOfRunner, writeSpec } from './support/spec-review.ts'
import { expect, test } from './support/test.ts'
import { setUpOwner } from './support/test-accounts.ts'

const whole = { anchor: { kind: 'whole' }, revision: 1 }
const cardOf = (page: Page, number: number) => page.getByRole('article', { name: `F-${number}`, exact: true })

test('draft comments survive a reload, only their writer sees them, and they are sent together', async ({
  page,
  request,
  runner,
  expectAccessible,
}) => {
  await setUpOwner(page)
  const { create } = specsOfRunner(request, runner)
  const name = await create({ kind: 'functional', title: 'Drafts', text: SPEC_TEXT })
  await open(page, `/p/demo/specs/${name}`)
  const form = page.getByRole('form', { name: 'Add a comment' })
  await form.getByRole('button', { name: 'Add to drafts' }).click()
  await expect(form.getByLabel('Your comment')).toBeFocused()
  await mark(page, 'whatever the order of rows')
  await form.getByLabel('Your comment').fill('Which order?')
  await form.getByRole('button', { name: 'Add to drafts' }).click()
  await form.getByLabel('Your comment').fill('Fine otherwies.')
  await form.getByRole('button', { name: 'Add to drafts' }).click()
  const drafts = page.getByRole('region', { name: 'Draft comments' })
  await expect(drafts.getByRole('blockquote')).toHaveText('whatever the order of rows')

  await open(page, `/p/demo/specs/${name}`)
  await drafts.getByRole('textbox', { name: 'Draft comment 2' }).fill('Fine otherwise.')
  await expect(drafts.getByRole('textbox', { name: 'Draft comment 1' })).toHaveValue('Which order?')
  await expect(cardOf(page, 1)).toHaveCount(0)
  const others = await request.get(`/api/v1/projects/demo/specs/${name}`, {
    headers: { authorization: `Bearer ${runner.token}` },
  })
  expect(await others.text()).toContain('whatever the order of rows')
  expect(await others.text()).not.toContain('Which order?')
  await expectAccessible()
  await drafts.getByRole('button', { name: 'Send 2 comments' }).click()
  await expect(cardOf(page, 1)).toContainText('Which order?')
  await expect(cardOf(page, 1).getByRole('blockquote')).toHaveText('whatever the order of rows')
  await expect(cardOf(page, 2)).toContainText('Fine otherwise.')
  await expect(drafts).toHaveCount(0)
})

test('ten comments are answered by 30 clicks, and ten are marked as done by three', async ({
  page,
  request,
  runner,
  expectAccessible,
}) => {
  await setUpOwner(page)
  const rows = Array.from({ length: 10 }, (_, at) => `Sentence number ${at + 1} has some words.`)
  const text = `# Ten\n\n${rows.join('\n\n')}`
  const name = await writeSpec(page, `Ten ${crypto.randomUUID().slice(0, 8)}`, text)
  const { act } = specsOfRunner(request, runner)
  const comments = rows.map((row, at) => ({
    body: `Is ${at + 1} right?`,
    anchor: { kind: 'range', block: `b${at + 2}`, quote: row.slice(0, -1) },
    revision: 1,
  }))
  await act(name, { kind: 'give-all', comments })
  await open(page, `/p/demo/specs/${name}`)
  const answer = counted()
  await answer(() => page.getByText('Respond to several comments…').click())
  const form = page.getByRole('form', { name: 'Respond to several comments' })
  await form.getByRole('button', { name: 'Respond to marked comments' }).click()
  await expect(form.getByRole('alert')).toContainText('Mark the comments to answer')
  // Each comment gets a text of its own, which takes three clicks: the mark, the fold and the field.
  for (let number = 1; number <= 9; number++) {
    await answer(() => form.getByRole('checkbox', { name: new RegExp(`^F-${number} `) }).click())
    await answer(() =>
      form
        .getByText('Own response')
        .nth(number - 1)
        .click(),
    )
    await answer(() => form.getByLabel(`Text for F-${number}`, { exact: true }).click())
    await page.keyboard.type(`Changed, ${number}.`)
  }
  await answer(() => form.getByRole('checkbox', { name: /^F-10 / }).click())
  await expectAccessible()
  await answer(() => page.keyboard.press('Control+Enter'))
  for (let number = 1; number <= 10; number++) {
    await expect(cardOf(page, number).getByRole('heading')).toContainText('accepted, not done')
  }
  await expect(cardOf(page, 7)).toContainText('Changed, 7.')
  expect(answer.actions).toBeLessThanOrEqual(30)

  await open(page, `/p/demo/specs/${name}/edit`)
  const revised = text.replaceAll('some words', 'five words')
  await page.getByRole('textbox', { name: 'Text, in Markdown' }).fill(revised)
  await page.getByLabel('What changed').first().fill('numbers')
  await page.getByRole('button', { name: 'Save revision' }).click()
  await expect(page).toHaveURL(new RegExp(`/specs/${name}$`))
  await open(page, `/p/demo/specs/${name}`)
  const done = counted()
  await done(() => page.getByText('10 accepted comments are in the text…').click())
  await done(() => page.getByRole('button', { name: 'Mark as done' }).first().click())
  for (let number = 1; number <= 10; number++) {
    await expect(cardOf(page, number)).toContainText('Done in revision 2')
  }
  expect(done.actions).toBeLessThanOrEqual(3)
})

test('suggestions are collected in a draft revision, which is saved as one', async ({
  page,
  request,
  runner,
  expectAccessible,
}) => {
  await setUpOwner(page)
  const name = await writeSpec(page, `Collected ${crypto.randomUUID().slice(0, 8)}`)
  const { act } = specsOfRunner(request, runner)
  const suggested = (quote: string, suggestion: string) => ({
    ...{ kind: 'give', revision: 1, body: 'Shorter.' },
    ...{ anchor: { kind: 'range', block: 'b3', quote }, suggestion },
  })
  await act(name, suggested('whatever the order of rows', 'in any order'), { kind: 'give', body: 'Fine.', ...whole })
  await act(name, suggested('Sums of doubles', 'Sums'))
  await open(page, `/p/demo/specs/${name}`)
  for (const number of [1, 3]) {
    await page.getByRole('button', { name: `Add to draft revision: F-${number}` }).click()
    await expect(cardOf(page, number)).toContainText('In the draft revision, added by Olga Owner')
  }
  const draft = page.getByRole('region', { name: 'Draft revision' })
  await expect(draft).toContainText('2 suggestions: F-1 F-3')
  await expectAccessible()
  await draft.getByRole('button', { name: 'Save draft revision' }).click()
  for (const number of [1, 3]) await expect(cardOf(page, number)).toContainText('Done in revision 2')
  await expect(page.getByText('Sums are the same on every machine, in any order.').first()).toBeVisible()
  await expect(draft).toHaveCount(0)
})
