// The discussion of a comment: replies, seconding, own typos, reopening, and a response to a page that is out of date.

import { counted } from './support/count-actions.ts'
import { open } from './support/ready.ts'
import { mark, SPEC_TEXT, writeSpec } from './support/spec-review.ts'
import { expect, test } from './support/test.ts'
import { setUpOwner } from './support/test-accounts.ts'

// Refused requests are answered with 409, which browsers write to the console.
test.use({ sharesPage: false, expectedErrors: /409/ })

test('a reviewer comments, fixes a typo, replies, seconds and reopens with few actions', async ({
  page,
  request,
  runner,
  expectAccessible,
}) => {
  await setUpOwner(page)
  const headers = { authorization: `Bearer ${runner.token}` }
  const at = '/api/v1/projects/demo/specs'
  const spec = { kind: 'functional', title: 'Threads', text: SPEC_TEXT }
  const { name } = await (await request.post(at, { headers, data: spec })).json()
  const act = async (data: object) =>
    expect((await request.post(`${at}/${name}/actions`, { headers, data })).status()).toBe(200)
  await act({ kind: 'give', body: 'Which order?', anchor: { kind: 'whole' }, revision: 1, giver: 'Walter' })

  await open(page, `/p/demo/specs/${name}`)
  const comment = counted()
  await comment(() => mark(page, 'whatever the order of rows'))
  await page.getByLabel('Your comment').last().fill('Of thraeds, too?')
  await comment(() => page.keyboard.press('Control+Enter'))
  const card = page.getByRole('article', { name: 'F-2', exact: true })
  await expect(card).toContainText('Of thraeds, too?')
  expect(comment.actions).toBeLessThanOrEqual(2)

  const typo = counted()
  await typo(() => card.getByRole('button', { name: 'Edit F-2' }).click())
  await card.getByRole('form', { name: 'Edit F-2' }).getByLabel('Text').fill('Of threads, too?')
  await typo(() => page.keyboard.press('Control+Enter'))
  await expect(card).toContainText('Of threads, too?')
  await expect(card.getByText('Edited')).toBeVisible()
  expect(typo.actions).toBeLessThanOrEqual(2)

  const other = page.getByRole('article', { name: 'F-1', exact: true })
  const reply = counted()
  await reply(() => other.getByRole('button', { name: 'Reply to F-1' }).click())
  await page.keyboard.type('- by key\n- or by `row`, @Walter')
  await reply(() => page.keyboard.press('Control+Enter'))
  const replies = other.getByRole('list', { name: 'Replies to F-1' })
  await expect(replies.locator('code')).toHaveText('row')
  await expect(replies.locator('strong')).toHaveText('@Walter')
  expect(reply.actions).toBeLessThanOrEqual(2)
  await other.getByRole('button', { name: '+1 for F-1' }).click()
  await expect(other).toContainText('+1 Olga Owner')

  await act({ kind: 'answer', feedback: 1, answer: 'no-thank-you', reason: 'No order is better.' })
  await open(page, `/p/demo/specs/${name}`)
  await other.getByRole('button', { name: 'Reopen F-1' }).click()
  await other
    .getByRole('form', { name: 'Reopen F-1' })
    .getByLabel(/^Reason/)
    .fill('It is, for sums.')
  await page.keyboard.press('Control+Enter')
  await expect(other.getByRole('heading')).toContainText('open')
  const appendix = page.getByRole('region', { name: /^Appendix/ })
  for (const words of ['Of thraeds, too?', 'Olga Owner replied', 'Seconded by Olga Owner', 'reopened it']) {
    await expect(appendix).toContainText(words)
  }
  await expectAccessible()
})

test('a response on a page that is out of date shows what is new and asks', async ({ page, request, runner }) => {
  await setUpOwner(page)
  const name = await writeSpec(page, `Stale ${crypto.randomUUID().slice(0, 8)}`)
  const headers = { authorization: `Bearer ${runner.token}` }
  const act = async (data: object) =>
    expect((await request.post(`/api/v1/projects/demo/specs/${name}/actions`, { headers, data })).status()).toBe(200)
  await act({ kind: 'give', body: 'Which order?', anchor: { kind: 'whole' }, revision: 1 })
  await open(page, `/p/demo/specs/${name}`)
  const card = page.getByRole('article', { name: 'F-1', exact: true })
  await card.getByRole('button', { name: 'No thank you' }).click()
  await page.keyboard.type('Any order.')
  await act({ kind: 'reply', feedback: 1, text: 'I mean the order of keys.' })
  await card.getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(card.getByRole('alert')).toContainText('has new responses or replies')
  await expect(card).toContainText('I mean the order of keys.')
  await card.getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(card.getByRole('heading')).toContainText('no thank you')
  await expect(card).toContainText('Any order.')
})

test('a suggestion is accepted by one click, and accepted comments are marked as done together', async ({
  page,
  request,
  runner,
  expectAccessible,
}) => {
  await setUpOwner(page)
  const headers = { authorization: `Bearer ${runner.token}` }
  const at = '/api/v1/projects/demo/specs'
  const spec = { kind: 'functional', title: 'Suggestions', text: SPEC_TEXT }
  const other = (await (await request.post(at, { headers, data: spec })).json()).name
  await open(page, `/p/demo/specs/${other}`)
  await mark(page, 'whatever the order of rows')
  await page.getByText('Suggest an edit…').click()
  await page.getByLabel('Replacement text').fill('in any order')
  await page.getByLabel('Your comment').last().fill('Shorter.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('article', { name: 'F-1', exact: true }).locator('ins')).toHaveText('in any order')
  await expectAccessible()

  const name = await writeSpec(page, `Accepted ${crypto.randomUUID().slice(0, 8)}`)
  const act = async (data: object) =>
    expect((await request.post(`${at}/${name}/actions`, { headers, data })).status()).toBe(200)
  const give = { kind: 'give', revision: 1, body: 'Shorter.' }
  const anchor = (quote: string, block = 'b3') => ({ kind: 'range', block, quote })
  await act({ ...give, anchor: anchor('whatever the order of rows'), suggestion: 'in any order' })
  await act({ ...give, anchor: anchor('Sums of doubles are the same') })
  await act({ ...give, anchor: anchor('hardware does the work', 'b5') })
  await open(page, `/p/demo/specs/${name}`)
  await page.getByRole('button', { name: 'Accept suggestion of F-1' }).click()
  await expect(page.getByRole('article', { name: 'F-1', exact: true })).toContainText('Done in revision 2')
  await expect(page.getByText('the same on every machine, in any order.').first()).toBeVisible()

  for (const number of [2, 3]) {
    const card = page.getByRole('article', { name: `F-${number}`, exact: true })
    await card.getByRole('button', { name: 'Good point', exact: true }).click()
    await card.getByRole('button', { name: 'Answer', exact: true }).click()
    await expect(card.getByRole('heading')).toContainText('accepted, not done')
  }
  await open(page, `/p/demo/specs/${name}/edit`)
  const text = SPEC_TEXT.replace('Sums of doubles are the same', 'Sums are equal')
    .replace('whatever the order of rows', 'in any order')
    .replace('hardware does the work', 'hardware works')
  await page.getByRole('textbox', { name: 'Text, in Markdown' }).fill(text)
  await page.getByLabel('What changed').first().fill('shorter')
  await page.getByRole('button', { name: 'Save revision' }).click()
  await expect(page).toHaveURL(new RegExp(`/specs/${name}$`))
  await open(page, `/p/demo/specs/${name}`)
  const done = counted()
  await done(() => page.getByText('2 accepted comments are in the text…').click())
  await done(() => page.getByRole('form', { name: 'Mark comments as done' }).getByRole('button').click())
  for (const number of [2, 3]) {
    await expect(page.getByRole('article', { name: `F-${number}`, exact: true })).toContainText('Done in revision 3')
  }
  expect(done.actions).toBeLessThanOrEqual(3)
})
