// Comments on words, cells and headings; few actions lead to a comment and a response; forms keep the typed text.

import { open } from './support/ready.ts'
import { inDays, mark, SPEC_TEXT, scheduleReview, writeSpec } from './support/spec-review.ts'
import { expect, test } from './support/test.ts'
import { setUpOwner } from './support/test-accounts.ts'

// Refused requests are answered with 409, which browsers write to the console.
test.use({ expectedErrors: /409/ })

test('a spec gets from a blank page to an invitation, and a comment and a response take three actions each', async ({
  page,
  request,
  runner,
}) => {
  await setUpOwner(page)
  const began = Date.now()
  const name = await writeSpec(page, `Budget ${crypto.randomUUID().slice(0, 8)}`)
  await scheduleReview(page)
  const seconds = ((Date.now() - began) / 1_000).toFixed(1)
  test.info().annotations.push({ type: 'from a blank page to an invitation', description: `${seconds} s` })

  const headers = { authorization: `Bearer ${runner.token}` }
  const at = '/api/v1/projects/demo/specs'
  const anchor = { kind: 'range', block: 'b3', quote: 'every machine' }
  const data = { kind: 'give', body: 'Of every compiler?', anchor, revision: 1 }
  expect((await request.post(`${at}/${name}/actions`, { headers, data })).status()).toBe(200)
  await open(page, `/p/demo/specs/${name}`)
  const card = page.getByRole('article', { name: 'F-1', exact: true })
  const answer = counted()
  await answer(() => card.getByRole('button', { name: 'No thank you' }).click())
  await answer(() => page.keyboard.type('Compilers are of another spec.'))
  await answer(() => card.getByRole('button', { name: 'Answer', exact: true }).click())
  await expect(card.getByRole('heading')).toContainText('no thank you')
  await expect(card).toContainText('Olga Owner: Compilers are of another spec.')
  expect(answer.actions).toBeLessThanOrEqual(3)

  // The spec of another author: a program created it, and Olga reads it.
  const spec = { kind: 'functional', title: 'Of a machine', text: SPEC_TEXT }
  const other = (await (await request.post(at, { headers, data: spec })).json()).name
  await open(page, `/p/demo/specs/${other}`)
  const give = page.getByRole('form', { name: 'Add a comment' })
  const feedback = counted()
  await feedback(() => mark(page, 'whatever the order of rows'))
  await feedback(() => give.getByLabel('Your comment').fill('Of threads, too?'))
  await feedback(() => give.getByRole('button', { name: 'Comment' }).click())
  await expect(page.getByRole('article', { name: 'F-1', exact: true })).toContainText('whatever the order of rows')
  expect(feedback.actions).toBeLessThanOrEqual(3)
})

test('comments on a cell and a heading are created, and a detached comment is moved', async ({
  page,
  request,
  runner,
  expectAccessible,
}) => {
  await setUpOwner(page)
  const headers = { authorization: `Bearer ${runner.token}` }
  const at = '/api/v1/projects/demo/specs'
  const made = await request.post(at, { headers, data: { kind: 'functional', title: 'Cells', text: SPEC_TEXT } })
  const { name } = await made.json()
  await open(page, `/p/demo/specs/${name}`)
  const give = page.getByRole('form', { name: 'Add a comment' })
  const comment = async (body: string) => {
    await give.getByLabel('Your comment').fill(body)
    await give.getByRole('button', { name: 'Comment' }).click()
    await expect(give.getByLabel('Your comment')).toHaveValue('')
  }
  await page.getByRole('cell', { name: 'double' }).click()
  await expect(give).toContainText('On this cell:')
  await comment('Or a decimal?')
  await give.getByLabel('Or on a heading').selectOption({ label: 'Functions' })
  await comment('Which ones?')
  await comment('Well done.')
  const spec = await (await request.get(`${at}/${name}`, { headers })).json()
  expect(spec.feedback.map((one: { anchor: object }) => one.anchor)).toMatchObject([
    { kind: 'cell', quote: 'double' },
    { kind: 'heading', quote: 'Functions' },
    { kind: 'whole' },
  ])

  const own = await writeSpec(page, `Places ${crypto.randomUUID().slice(0, 8)}`)
  const anchor = { kind: 'range', block: 'b3', quote: 'whatever the order of rows' }
  const data = { kind: 'give', body: 'Of threads, too?', anchor, revision: 1 }
  expect((await request.post(`${at}/${own}/actions`, { headers, data })).status()).toBe(200)
  await open(page, `/p/demo/specs/${own}/edit`)
  const text = SPEC_TEXT.replace('Sums of doubles are the same on every machine, whatever the order of rows.', 'Exact.')
  await page.getByRole('textbox', { name: 'Text, in Markdown' }).fill(text)
  await page.getByLabel('What changed').first().fill('shorter')
  await page.getByRole('button', { name: 'Save revision' }).click()
  await expect(page).toHaveURL(new RegExp(`/specs/${own}$`))
  await open(page, `/p/demo/specs/${own}`)
  const card = page.getByRole('article', { name: 'F-1', exact: true })
  await expect(card).toContainText('its text was removed')
  const moveButton = card.getByRole('button', { name: 'Move here' })
  await expect(moveButton).toBeDisabled()
  await mark(page, 'hardware does the work')
  await moveButton.click()
  await expect(card).toContainText('moved here by Olga Owner on revision 2')
  await expectAccessible()
})

test('forms keep the typed text, and a refusal lists the missing items', async ({ page, expectAccessible }) => {
  await setUpOwner(page)
  const name = await writeSpec(page, `Forms ${crypto.randomUUID().slice(0, 8)}`)
  await scheduleReview(page)
  await page.getByText('Postpone…').click()
  const postpone = page.getByRole('form', { name: 'Postpone the meeting' })
  await postpone.getByLabel('New time').fill(inDays(3))
  await postpone.getByLabel(/^Place or link/).fill('Room 2')
  await postpone.getByRole('button', { name: 'Postpone' }).click()
  await expect(postpone.getByRole('alert')).toContainText('Reviewers need 14 days')
  await expectAccessible()
  // The spec is opened again in another tab.
  await open(page, `/p/demo/specs/${name}`)
  await page.getByText('Postpone…').click()
  await expect(postpone.getByLabel(/^Place or link/)).toHaveValue('Room 2')
  await postpone.getByLabel(/^Reason for less than/).fill('the room is taken')
  await postpone.getByRole('button', { name: 'Postpone' }).click()
  await expect(page.locator('header').filter({ hasText: name })).toContainText('Room 2')

  await page.getByText('Comment on behalf of another person…').click()
  const record = page.getByRole('form', { name: 'Comment on behalf of another person' })
  await record.getByLabel('Comment by').fill('Walter')
  await record.getByLabel('About').selectOption({ label: 'Goals' })
  await record.getByLabel('Comment text').fill('The password is walnut-41.')
  await record.getByRole('button', { name: 'Add comment' }).click()
  const card = page.getByRole('article', { name: 'F-1', exact: true })
  await expect(card).toContainText('Walter')
  await card.getByText('Redact…').click()
  const request = page.getByRole('form', { name: 'Request a redaction of F-1' })
  await request.getByLabel(/^Reason/).fill('a password')
  await request.getByRole('button', { name: 'Request' }).click()
  await expect(card).toContainText('requests a redaction of the comment: a password')

  await page.getByText('Withdraw…').click()
  const withdraw = page.getByRole('form', { name: 'Withdraw the spec' })
  await withdraw.getByLabel(/^Reason/).fill('nobody needs it')
  await withdraw.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByRole('note').filter({ hasText: 'Withdrawn.' })).toContainText('nobody needs it')
  await page.getByText('Start another round…').click()
  const reopen = page.getByRole('form', { name: 'Start another round' })
  await reopen.getByLabel(/^Reason/).fill('somebody does')
  await reopen.getByRole('button', { name: 'Open' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('draft')
})

/** Runs and counts an action of a person: a click, a selection or a typed text. */
function counted() {
  const count = Object.assign(
    async (action: () => Promise<unknown>) => {
      count.actions++
      await action()
    },
    { actions: 0 },
  )
  return count
}
