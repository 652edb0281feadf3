// Five people in browsers of their own, an author, three guests and a member who takes the minutes, take a functional spec
// in writing and its design spec with a meeting from draft to sealed. The exports verify without the server. Clicks are
// counted where a task must be short.

import type { Locator, Page } from '@playwright/test'
import { counted } from './support/count-actions.ts'
import { open } from './support/ready.ts'
import { cardOf, openAsGuest, reviewDesign } from './support/review-design.ts'
import { inDays, mark, writeSpec } from './support/spec-review.ts'
import { expect, test } from './support/test.ts'
import { setUpOwner } from './support/test-accounts.ts'

// A refused action is answered with 409, which browsers write to the console.
test.use({ sharesPage: false, expectedErrors: /409/ })

const TEXT = `# Exact sums

## Goals

Sums of doubles must not differ between machines, whatever the order of rows.

## Limits

There is nothing for decimals in this version, so that hardware does the work where it can.`

const commentForm = (page: Page) => page.getByRole('form', { name: 'Add a comment' })

/** Verifies the downloaded file of a spec in the browser, and that another word in it is found. */
async function expectVerified(
  page: Page,
  name: string,
  { has, lacks, change }: { has: string[]; lacks: string; change: string },
) {
  const file = await (await page.request.get(`/api/v1/projects/demo/specs/${name}/export?format=markdown`)).text()
  for (const words of has) expect(file, words).toContain(words)
  expect(file).not.toContain(lacks)
  await open(page, '/verify-spec')
  const choose = (text: string) =>
    page
      .getByLabel('File of a spec')
      .setInputFiles({ name: `${name}.md`, mimeType: 'text/markdown', buffer: Buffer.from(text) })
  await choose(file)
  await expect(page.getByRole('note')).toContainText('Intact.')
  await choose(file.replaceAll(change, 'Fast enough for us.'))
  await expect(page.getByRole('note')).toContainText('Changed without a record.')
}

async function answer(card: Locator, kind: string, text: string): Promise<void> {
  await card.getByRole('button', { name: kind, exact: true }).click()
  await card.getByRole('textbox').last().fill(text)
  await card.getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(card).toContainText(text)
}

test('five people take a functional spec in writing and its design spec with a meeting from draft to sealed', async ({
  page,
  browser,
  expectAccessible,
}) => {
  test.setTimeout(300_000)
  page.setDefaultTimeout(20_000)
  await setUpOwner(page)
  const title = `Exact sums ${crypto.randomUUID().slice(0, 8)}`
  const name = await writeSpec(page, title, TEXT)
  const heading = page.getByRole('heading', { level: 1 })

  const invite = counted()
  await invite(() => page.getByRole('button', { name: 'Invite reviewers' }).click())
  const several = page.getByRole('form', { name: 'Invite several people' })
  await expect(several.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('Vera <vera@example.test>\nRita <rita@example.test>\nNobody Known\nwalter@example.test')
  await invite(() => several.getByRole('button', { name: 'Invite', exact: true }).click())
  await expect(page.getByText('3 people are invited.')).toBeVisible()
  expect(invite.actions).toBeLessThanOrEqual(3)
  await expect(page.getByRole('alert').filter({ hasText: 'Nobody Known' })).toContainText('Enter an e-mail address')
  await expect(several.getByRole('textbox')).toHaveValue('Nobody Known')
  await expectAccessible()
  const links = await page.getByRole('status').locator('code').allTextContents()
  const schedule = page.getByRole('form', { name: 'Schedule the review' })
  await schedule.getByLabel('Comments until').fill(inDays(20))
  await schedule.getByRole('button', { name: 'Schedule' }).click()
  await expect(heading).toContainText('in review')

  // The guests comment: drafts sent together, a suggestion, a reply, and a name that has to be removed.
  const [vera, rita, walter] = await Promise.all(links.map((link) => openAsGuest(browser, link)))
  if (vera === undefined || rita === undefined || walter === undefined) throw new Error('three guests have links')
  const comment = counted()
  await comment(() => mark(vera, 'whatever the order of rows'))
  await commentForm(vera).getByLabel('Your comment').fill('Too slow for us.')
  await comment(() => vera.keyboard.press('Control+Enter'))
  await expect(cardOf(vera, 1)).toContainText('Too slow for us.')
  expect(comment.actions).toBeLessThanOrEqual(2)
  for (const body of ['Acme needs it.', 'What is a double?']) {
    await commentForm(vera).getByLabel('Your comment').fill(body)
    await commentForm(vera).getByRole('button', { name: 'Add to drafts' }).click()
  }
  await vera.getByRole('button', { name: 'Send 2 comments' }).click()
  await expect(cardOf(vera, 3)).toContainText('What is a double?')

  await mark(rita, 'must not differ between')
  await rita.getByText('Suggest an edit…').click()
  await rita.getByLabel('Replacement text').fill('are equal on all')
  await commentForm(rita).getByLabel('Your comment').fill('Say it plainly.')
  await rita.keyboard.press('Control+Enter')
  await expect(cardOf(rita, 4).locator('ins')).toHaveText('are equal on all')

  await open(walter, new URL(walter.url()).pathname)
  const reply = counted()
  await reply(() => cardOf(walter, 1).getByRole('button', { name: 'Reply to F-1' }).click())
  await walter.keyboard.type('Measured by whom, @Olga Owner?')
  await reply(() => walter.keyboard.press('Control+Enter'))
  await expect(cardOf(walter, 1)).toContainText('Measured by whom')
  expect(reply.actions).toBeLessThanOrEqual(2)
  await cardOf(walter, 1).getByRole('button', { name: '+1 for F-1' }).click()
  await expect(cardOf(walter, 1)).toContainText('+1 walter')

  // The list of specs has the comments to answer, and filters.
  await open(page, '/p/demo/specs?state=in-review')
  const waiting = page.getByRole('region', { name: /^Waiting for you/ }).getByRole('listitem')
  await expect(waiting.filter({ hasText: title }).filter({ hasText: 'to answer' })).toContainText('F-1F-2F-3F-4')
  await expect(waiting.filter({ hasText: title }).filter({ hasText: 'mentions of you' })).toContainText('F-1')
  await expect(page.getByRole('form', { name: 'Filter specs' }).getByLabel('State')).toHaveValue('in-review')
  await expectAccessible()
  await open(page, `/p/demo/specs/${name}`)
  const accept = counted()
  await accept(() => page.getByRole('button', { name: 'Accept suggestion of F-4' }).click())
  await expect(cardOf(page, 4)).toContainText('Done in revision 2')
  expect(accept.actions).toBe(1)
  await answer(cardOf(page, 1), 'No thank you', 'It is a goal.')
  await page.getByText('Respond to several comments…').click()
  const bulk = page.getByRole('form', { name: 'Respond to several comments' })
  await bulk
    .getByRole('combobox', { name: /^Response/ })
    .first()
    .selectOption('Question answered')
  await bulk.getByLabel(/^Text for comments/).fill('It is said under Goals.')
  for (const number of [2, 3]) await bulk.getByRole('checkbox', { name: new RegExp(`^F-${number} `) }).check()
  await bulk.getByRole('button', { name: 'Respond to marked comments' }).click()
  await expect(cardOf(page, 3)).toContainText('It is said under Goals.')

  // A disagreement is recorded, and a redaction needs two people.
  await open(vera, new URL(vera.url()).pathname)
  await cardOf(vera, 1).getByText('Not resolved…').click()
  const opinion = vera.getByRole('form', { name: 'Opinion on the response to F-1' })
  await opinion.getByRole('textbox').fill('It is still too slow.')
  await opinion.getByRole('button', { name: 'Send' }).click()
  await expect(cardOf(vera, 1)).toContainText('It is still too slow.')
  await cardOf(vera, 2).getByText('Redact…').click()
  const redaction = vera.getByRole('form', { name: 'Request a redaction of F-2' })
  await redaction.getByLabel(/^Reason/).fill('names a customer')
  await redaction.getByRole('button', { name: 'Request' }).click()
  await expect(cardOf(vera, 2)).toContainText('requests a redaction')
  await open(page, `/p/demo/specs/${name}`)
  await cardOf(page, 2).getByRole('button', { name: 'Agree and redact' }).click()
  await expect(cardOf(page, 2)).toContainText('Redacted: names a customer')

  const end = counted()
  await end(() => page.getByRole('button', { name: 'End the comment period' }).click())
  await expect(heading).toContainText('being resolved')
  await end(() => page.getByRole('button', { name: 'Resolve' }).click())
  await expect(heading).toContainText('resolved')
  expect(end.actions).toBeLessThanOrEqual(2)
  await expect(page.getByRole('note').filter({ hasText: 'As resolved on' })).toContainText('revision 2')

  // The seal stays what it is when an erratum is added; a guest who contributed still reads it.
  await page.getByText('Add an erratum…').click()
  const erratum = page.getByRole('form', { name: 'Add an erratum' })
  await erratum.getByLabel('Correction').fill('Decimals are exact already.')
  await erratum.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Errata' })).toContainText('Decimals are exact already.')
  await expectAccessible()
  await open(vera, new URL(vera.url()).pathname)
  await expect(vera.getByRole('region', { name: /^Appendix/ })).toContainText('It is a goal.')
  await expect(commentForm(vera)).toHaveCount(0)
  const has = ['Without a meeting.', 'It is still too slow.', 'Seconded by walter', 'Decimals are exact already.']
  await expectVerified(page, name, { has, lacks: 'Acme', change: 'Too slow for us.' })

  const design = await reviewDesign(page, browser, name)
  const minuted = ['How wide?', 'It has 2,098 bits.', 'The width was explained.', 'Vera, Rita, Olga', 'Met:']
  await expectVerified(page, design, { has: minuted, lacks: 'Acme', change: 'How wide?' })
})
