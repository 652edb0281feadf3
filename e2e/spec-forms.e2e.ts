// Actions of authors and reviewers besides writing and responding: a design spec after its functional spec, comments
// on figures and cells, a change of authors, and the outcome of a resolved spec.

import type { Page } from '@playwright/test'
import { callsOf, specsOf } from './support/calls.ts'
import { open } from './support/ready.ts'
import { inDays } from './support/spec-review.ts'
import { expect, test } from './support/test.ts'
import { setUpOwner, signUp } from './support/test-accounts.ts'

// Refused requests are answered with 422, which browsers write to the console.
test.use({ sharesPage: false, expectedErrors: /status of 4(?:09|22)/ })

const GOALS = '## Goals\n\nSums are the same on every machine.'
const FUNCTIONAL = `${GOALS}\n\n## Functions\n\nThere is one function for each operation.`
const CAPTION = 'Rows sorted in a second'
const DESIGN = `## How

It sorts the values first.

| step | memory |
|---|---|
| sorting | 8 MB |

\`\`\`assay
/p/demo/saved/sort-with-key-prefixes
name: sort
caption: ${CAPTION}
\`\`\``

const inAMonth = () => new Date(Date.now() + 30 * 86_400_000).toISOString()
const VERA = { kind: 'invite', who: { key: 'name:vera', name: 'Vera' } }
const schedule = () => ({ kind: 'schedule', meetingAt: inAMonth(), timeZone: 'UTC', place: 'Room 1' })
const TO_THE_END = [{ kind: 'hold' }, { kind: 'close-meeting' }, { kind: 'resolve' }]

const comments = (page: Page) => page.getByRole('complementary', { name: 'Comments' })
const cardOf = (page: Page, id: string) => page.getByRole('article', { name: id, exact: true })
const appendixOf = (page: Page) => page.getByRole('region', { name: 'Appendix: comments and responses' })

test('a design spec is rebased on the newer functional revision, and comments are on a figure, a cell and the whole spec', async ({
  page,
  browser,
  baseURL,
  expectAccessible,
}) => {
  await setUpOwner(page)
  const { create, revise, act, inviteGuest } = specsOf(page)
  const title = `Sums ${crypto.randomUUID().slice(0, 8)}`
  const parent = await create({ kind: 'functional', title, text: FUNCTIONAL })
  const name = await create({ kind: 'design', title: `${title}, by sorting`, text: DESIGN, parent })
  const text = FUNCTIONAL.replace('every machine', 'every machine and compiler')
  await revise(parent, { base: 1, title, text, note: 'compilers' })
  await act(parent, VERA, schedule(), ...TO_THE_END)

  await open(page, `/p/demo/specs/${name}`)
  const text1 = page.getByText(`Builds on ${parent}`)
  await expect(text1).toContainText('revision 1; it is at revision 2 now')
  await page.getByText(`Changed in ${parent}: Goals`).click()
  await expect(page.locator('ins')).toHaveText('and compiler')
  await expectAccessible()
  await page.getByRole('button', { name: 'Build on revision 2' }).click()
  await expect(text1).toContainText('revision 2.')
  await expect(page.locator('ins')).toBeHidden()

  const link = await inviteGuest(name, 'Rita Outside')
  await page.reload()
  const form = page.getByRole('form', { name: 'Schedule the review' })
  await form.getByLabel('Meeting', { exact: true }).fill(inDays(3))
  await form.getByLabel('Place or link').fill('Room 1')
  await form.getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByText('Reviewers need 14 days of notice. Enter a reason for a shorter notice.')).toBeVisible()
  await form.getByLabel(/^Reason for less than/).fill('Vera is away from Friday on')
  await form.getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('in review')
  await expect(appendixOf(page)).toContainText(/Notice of \d days, because: Vera is away from Friday on/)

  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const rita = await context.newPage()
  await open(rita, link)
  const give = rita.getByRole('form', { name: 'Add a comment' })
  const comment = async (body: string) => {
    await give.getByLabel('Your comment').fill(body)
    await give.getByRole('button', { name: 'Comment' }).click()
    await expect(comments(rita)).toContainText(body)
    await expect(give.getByLabel('Your comment')).toHaveValue('')
  }
  await rita.getByText(CAPTION).click()
  await expect(give).toContainText('On this figure:')
  await expect(give.getByRole('blockquote')).toContainText(CAPTION)
  await comment('Why four million rows?')
  await expect(cardOf(rita, 'F-1').getByRole('blockquote')).toHaveText(CAPTION)
  await rita.getByRole('cell', { name: '8 MB' }).click()
  await expect(give).toContainText('On this cell:')
  await comment('Of which rows?')
  await expect(cardOf(rita, 'F-2').getByRole('blockquote')).toHaveText('8 MB')
  await expect(give).toContainText('On the whole spec.')
  await comment('Why so many rows, again?')

  await open(page, `/p/demo/specs/${name}`)
  const answer = async (id: string, ending: string, words: string) => {
    await cardOf(page, id).getByLabel(`Other response to ${id}`).selectOption(ending)
    await cardOf(page, id).getByRole('form').getByRole('textbox').fill(words)
    await cardOf(page, id).getByRole('button', { name: 'Answer', exact: true }).click()
  }
  await answer('F-1', 'Question answered', 'It is what the machine has.')
  await expect(cardOf(page, 'F-1')).toContainText('It is what the machine has.')
  await answer('F-3', 'Duplicate', 'F-1')
  await expect(cardOf(page, 'F-3')).toContainText('See F-1.')
  await page.getByText('Comment on behalf of another person…').click()
  const record = page.getByRole('form', { name: 'Comment on behalf of another person' })
  await record.getByLabel('Comment by').fill('Walter')
  await record.getByLabel('About').selectOption('How')
  await record.getByLabel(/^Comment text/).fill('Does it sort twice?')
  await record.getByRole('button', { name: 'Add comment' }).click()
  await expect(cardOf(page, 'F-4')).toContainText('Walter')
  await expect(cardOf(page, 'F-4')).toContainText('Recorded by Olga Owner')
  await answer('F-4', 'Withdrawn', 'He read it again.')
  await expect(cardOf(page, 'F-4')).toContainText('withdrawn')
  // Comments on selected text are possible too; after its text the cell has a link to F-2.
  await page.getByRole('cell', { name: '8 MB' }).click({ position: { x: 6, y: 6 } })
  await page.getByText('Comment on behalf of another person…').click()
  await record.getByLabel('Comment by').fill('Walter')
  await record.getByLabel(/^How/).selectOption('In the meeting')
  await record.getByLabel('About').selectOption({ label: 'Selection: “8 MB”' })
  await record.getByLabel(/^Comment text/).fill('For all threads?')
  await record.getByRole('button', { name: 'Add comment' }).click()
  await expect(cardOf(page, 'F-5').getByRole('blockquote')).toHaveText('8 MB')
  await expect(appendixOf(page)).toContainText('Walter, in the meeting')
  await context.close()
})

test('a resolved spec shows its versions, and goals that runs show as met or missed', async ({
  page,
  request,
  expectAccessible,
}) => {
  await setUpOwner(page)
  const { create, act } = specsOf(page)
  const title = `Exact sums ${crypto.randomUUID().slice(0, 8)}`
  const name = await create({ kind: 'functional', title, text: FUNCTIONAL })
  await act(name, VERA, schedule(), ...TO_THE_END)
  const { rows: runs } = await (await request.get('/api/v1/projects/demo/runs?product=PostgreSQL&limit=2')).json()
  await open(page, `/p/demo/specs/${name}`)
  const become = page.getByRole('form', { name: 'Outcome' })
  const outcome = page.getByRole('region', { name: 'Outcome' })
  await page.getByText('Outcome…').click()
  await become.getByLabel(/^Versions/).fill('PostgreSQL 18.0')
  await become.getByRole('button', { name: 'Another goal' }).click()
  for (const [at, goal] of ['The same sums', 'No slower than before'].entries()) {
    const row = become.getByRole('group', { name: new RegExp(`^Goal ${at + 1}`) })
    await row.getByLabel('Goal').fill(goal)
    await row.getByLabel('Run, its address or id').fill(`${page.url().replace(/specs.*/, 'runs')}/${runs[at].id}`)
    await row.getByLabel('The run shows it').selectOption(at === 0 ? 'met' : 'missed')
  }
  await become.getByLabel(/^Description/).fill('One of two goals.')
  await become.getByRole('button', { name: 'Save' }).click()
  await expect(outcome).toContainText('Built: One of two goals.')
  await expect(outcome.getByRole('link', { name: 'PostgreSQL 18.0', exact: true })).toHaveAttribute(
    'href',
    /versions\/PostgreSQL\/18.0/,
  )
  await expect(outcome.getByRole('row', { name: /^The same sums met PostgreSQL/ })).toBeVisible()
  await expect(outcome.getByRole('row', { name: /^No slower than before missed/ })).toBeVisible()
  await expect(appendixOf(page)).toContainText('No slower than before')
  await expectAccessible()
})

test('another author joins a spec and responds, and becomes its owner', async ({ page, browser, baseURL }) => {
  await signUp(page, 'Ada')
  const call = callsOf(page)
  const organization = `lab-${crypto.randomUUID().slice(0, 8)}`
  const project = `${organization}-runs`
  await call('organizations.create', { slug: organization, name: organization })
  await call('projects.create', { organization, slug: project, name: project, visibility: 'internal' })
  const { create, act } = specsOf(page, project)
  const name = await create({ kind: 'functional', title: 'Sums', text: FUNCTIONAL })
  const design = await create({ kind: 'design', title: 'Sums by sorting', text: FUNCTIONAL, parent: name })
  await open(page, `/p/${project}/specs/${name}`)
  await page.getByText('Add an author…').click()
  await expect(page.getByText('Nobody else can write in this project.').first()).toBeVisible()
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const other = await context.newPage()
  const sam = await signUp(other, `Sam ${crypto.randomUUID().slice(0, 8)}`)
  const { url } = await call('members.invite', { organization, role: 'author' })
  await callsOf(other)('members.accept', { secret: String(url).split('/').at(-1) })

  await open(other, `/p/${project}/specs/${name}`)
  const give = other.getByRole('form', { name: 'Add a comment' })
  await give.getByLabel('Or on a heading').selectOption('Functions')
  await give.getByLabel('Your comment').fill('In which order?')
  await give.getByRole('button', { name: 'Comment' }).click()
  await expect(cardOf(other, 'F-1')).toContainText('In which order?')
  await expect(other.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0)

  await open(page, `/p/${project}/specs/${name}`)
  await cardOf(page, 'F-1').getByLabel('Other response to F-1').selectOption('To the design review')
  await cardOf(page, 'F-1').getByRole('form').getByRole('textbox').fill(design)
  await cardOf(page, 'F-1').getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(cardOf(page, 'F-1').getByRole('link', { name: `${design} F-1` })).toBeVisible()
  await page.getByText('Add an author…').click()
  const add = page.getByRole('form', { name: 'Add an author' })
  await add.getByRole('combobox').selectOption(sam.name)
  await add.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByText(`Functional spec by Ada, ${sam.name}`)).toBeVisible()
  await act(name, {
    kind: 'give',
    body: 'And of text?',
    anchor: { kind: 'whole' },
    revision: 1,
    giver: 'Vera',
    source: 'email',
  })
  await open(other, `/p/${project}/specs/${name}`)
  await expect(other.getByRole('link', { name: 'Edit', exact: true })).toBeVisible()
  await cardOf(other, 'F-2').getByRole('button', { name: 'No thank you' }).click()
  await cardOf(other, 'F-2').getByRole('form').getByRole('textbox').fill('Text has no sums.')
  await cardOf(other, 'F-2').getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(cardOf(other, 'F-2')).toContainText(`${sam.name}: Text has no sums.`)

  await open(page, `/p/${project}/specs/${name}`)
  await page.getByText('Transfer ownership…').click()
  const hand = page.getByRole('form', { name: 'Transfer ownership' })
  await hand.getByRole('combobox').selectOption(sam.name)
  await hand.getByRole('button', { name: 'Transfer' }).click()
  await expect(page.getByText(`Functional spec by ${sam.name} ·`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0)
  await open(other, `/p/${project}/specs/${name}`)
  await expect(other.getByText('Withdraw…')).toBeVisible()
  await context.close()
})
