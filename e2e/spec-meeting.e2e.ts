// A scribe who is not the author records a meeting by keyboard only; typed text survives a closed tab, and the author
// confirms it. The agenda that was printed before has the same order.

import type { Route } from '@playwright/test'
import { setUpOwner, signUp } from './support/accounts.ts'
import { open } from './support/ready.ts'
import { inDays, mark, SPEC_TEXT, scheduleReview, specsOfRunner, writeSpec } from './support/spec-review.ts'
import { expect, test } from './support/test.ts'

// Refused requests are answered with 409, which browsers write to the console.
test.use({ expectedErrors: /409/ })

test('an agenda lists comments in the order of the text, and a meeting is recorded by keyboard only', async ({
  browser,
  page,
  request,
  runner,
  expectAccessible,
}) => {
  await setUpOwner(page)
  const name = await writeSpec(page, `Sums ${crypto.randomUUID().slice(0, 8)}`)
  await scheduleReview(page)
  const headers = { authorization: `Bearer ${runner.token}` }
  const address = `/api/v1/projects/demo/specs/${name}`
  const readSpec = async () => (await request.get(address, { headers })).json()
  // A program can comment as well as a person.
  const give = (block: string, quote: string, body: string) =>
    specsOfRunner(request, runner).act(name, {
      kind: 'give',
      body,
      anchor: { kind: 'range', block, quote },
      revision: 1,
    })
  await give('b5', 'one function for each operation', 'How many are these?')
  await give('b3', 'whatever the order of rows', 'Of threads, too?')
  await give('b3', 'every machine', 'Of every compiler?')

  await open(page, `/p/demo/specs/${name}/agenda`)
  const points = page.getByRole('list', { name: 'Open comments, in the order of the text' })
  // Within a paragraph comments are listed from left to right.
  await expect(points.getByRole('heading')).toHaveText([/^F-3 /, /^F-2 /, /^F-1 /])
  await expect(points.getByRole('link', { name: 'whatever the order of rows' })).toBeVisible()
  await expectAccessible()

  const room = await browser.newContext()
  const laptop = await room.newPage()
  const sam = await signUp(laptop, `Sam ${crypto.randomUUID().slice(0, 8)}`)
  await open(laptop, `/p/demo/specs/${name}/meeting`)
  await expect(laptop.getByRole('note')).toContainText('You have read access.')
  await open(laptop, `/p/demo/specs/${name}`)

  await open(page, `/p/demo/specs/${name}`)
  await page.getByText('Set scribe…').click()
  const naming = page.getByRole('form', { name: 'Set scribe' })
  await naming.getByRole('combobox').selectOption({ label: sam.name })
  await naming.getByRole('button', { name: 'Set' }).click()
  await expect.poll(async () => (await readSpec()).rounds[0].scribe?.name).toBe(sam.name)

  await open(laptop, `/p/demo/specs/${name}/meeting`)
  const stage = laptop.getByRole('region', { name: 'Current comment' })
  const status = stage.getByRole('status')
  const { keyboard } = laptop
  await keyboard.press('h')
  await expect(laptop.getByRole('heading', { level: 1 })).toContainText('in its meeting')
  await expect(stage.getByRole('article')).toHaveAccessibleName('F-3')
  await expect(stage.locator('mark')).toHaveText('every machine')
  await keyboard.press('j')
  await expect(stage.getByRole('article')).toHaveAccessibleName('F-2')
  await keyboard.press('k')
  await expect(stage.getByRole('article')).toHaveAccessibleName('F-3')

  await keyboard.press('t')
  await expect(stage.getByRole('textbox')).toBeFocused()
  await keyboard.type('Compilers are of another spec.')
  await keyboard.press('Control+Enter')
  await expect(status).toHaveText('F-3: No thank you, for an author to confirm.')
  await expect(stage.getByRole('article')).toHaveAccessibleName('F-2')

  // A draft that is not yet on the server survives a closed tab.
  await keyboard.press('b')
  await expect(stage.getByRole('textbox')).toBeFocused()
  await keyboard.type('Sort the rows')
  await laptop.close()
  const again = await room.newPage()
  await open(again, `/p/demo/specs/${name}/meeting`)
  const stage2 = again.getByRole('region', { name: 'Current comment' })
  const article = stage2.getByRole('article')
  const said = stage2.getByRole('textbox')
  const told = stage2.getByRole('status')
  // The page opens at the first open comment in the order of the text.
  await again.keyboard.press('j')
  await expect(article).toHaveAccessibleName('F-2')
  await again.keyboard.press('b')
  await expect(said).toHaveValue('Sort the rows')
  await again.keyboard.press('End')
  await again.keyboard.type(' first.')
  await again.keyboard.press('Control+Enter')
  await expect(told).toHaveText('F-2: Good point, but, for an author to confirm.')

  // A newer response corrects a mistake.
  await expect(again.getByRole('navigation', { name: 'Comments' })).toContainText('good point, but (draft)')
  await again.keyboard.press('u')
  await expect(said).toHaveValue('Sort the rows first.')
  await again.keyboard.press('Escape')
  await again.keyboard.press('g')
  await expect(said).toBeFocused()
  await again.keyboard.press('Control+Enter')
  await expect(told).toHaveText('F-2: Good point, for an author to confirm.')
  await expect(article).toHaveAccessibleName('F-1')

  // A person in the room makes a new comment about the current text.
  await again.keyboard.press('n')
  await expect(again.getByLabel('Comment by')).toBeFocused()
  await again.keyboard.type('Walter')
  await again.keyboard.press('Tab')
  await again.keyboard.press('ArrowDown')
  await again.keyboard.press('Tab')
  await again.keyboard.type('And what of NaN?')
  await again.keyboard.press('Control+Enter')
  await expect(told).toHaveText('Comment of Walter added.')
  await expect(again.getByRole('navigation', { name: 'Comments' })).toContainText('F-4')

  // Both fields are stored, although the second one is left while the request for the first is running.
  const isSlow = async (route: Route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  }
  await again.route('**/api/trpc/specs.act**', isSlow)
  await again.keyboard.press('p')
  await expect(again.getByLabel('Attendees, separated by commas')).toBeFocused()
  await again.keyboard.type('Vera, Walter')
  await again.keyboard.press('Tab')
  await again.keyboard.type('Begun at ten.')
  await again.keyboard.press('Escape')
  await expect.poll(async () => (await readSpec()).rounds[0].minutes).toBe('Begun at ten.')
  await again.unroute('**/api/trpc/specs.act**', isSlow)
  await again.keyboard.press('e')
  const end = again.getByRole('region', { name: 'End the meeting' })
  await expect(end).toContainText('F-1, F-4')
  await again.keyboard.press('Enter')
  await expect(again.getByRole('heading', { level: 1 })).toContainText('being resolved')
  await room.close()

  const spec = await readSpec()
  expect(spec.rounds[0]).toMatchObject({ attendance: ['Vera', 'Walter'], minutes: 'Begun at ten.' })
  expect(spec.feedback[3]).toMatchObject({
    giver: { name: 'Walter' },
    recorder: { name: sam.name },
    source: 'meeting',
    anchor: { quote: 'one function for each operation' },
  })
  expect(spec.feedback[2].responses).toMatchObject([{ kind: 'no-thank-you', draft: true }])

  // Drafts become responses when the author confirms them in the same view.
  await open(page, `/p/demo/specs/${name}/meeting`)
  await expectAccessible()
  const hers = page.getByRole('region', { name: 'Current comment' })
  await expect(hers.getByRole('article')).toContainText('to be confirmed by an author')
  await page.keyboard.press('c')
  await expect(hers.getByRole('status')).toHaveText('F-3: confirmed.')
  expect((await readSpec()).feedback[2].responses[1]).toMatchObject({ kind: 'no-thank-you', draft: false })
  // An attempt to resolve lists what is missing, comment by comment.
  await open(page, `/p/demo/specs/${name}`)
  await page.getByRole('button', { name: 'Resolve' }).click()
  const missing = page.getByRole('alert').getByRole('list', { name: 'What is missing first' })
  await expect(missing).toContainText('F-1 has no answer.')
  await expect(missing).toContainText('F-2 has an answer to be confirmed.')
})

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
  const say = async (body: string) => {
    await give.getByLabel('Your comment').fill(body)
    await give.getByRole('button', { name: 'Comment' }).click()
    await expect(give.getByLabel('Your comment')).toHaveValue('')
  }
  await page.getByRole('cell', { name: 'double' }).click()
  await expect(give).toContainText('On this cell:')
  await say('Or a decimal?')
  await give.getByLabel('Or on a heading').selectOption({ label: 'Functions' })
  await say('Which ones?')
  await say('Well done.')
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
  const place = card.getByRole('button', { name: 'Move here' })
  await expect(place).toBeDisabled()
  await mark(page, 'hardware does the work')
  await place.click()
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
  await expect(postpone.getByRole('alert')).toContainText('Readers get 14 days')
  await expectAccessible()
  // The spec is opened again in another tab.
  await open(page, `/p/demo/specs/${name}`)
  await page.getByText('Postpone…').click()
  await expect(postpone.getByLabel(/^Place or link/)).toHaveValue('Room 2')
  await postpone.getByLabel(/^Reason if it is sooner/).fill('the room is taken')
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
  const redact = page.getByRole('form', { name: 'Redact F-1' })
  await redact.getByLabel(/^Reason/).fill('a password')
  await redact.getByRole('button', { name: 'Redact' }).click()
  await expect(card).toContainText('Redacted: a password')
  await expect(page.locator('main')).not.toContainText('walnut-41')

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
