// A resolved spec: its outcome, links to its paragraphs, and the merge of texts that two people edited at once.

import type { Browser, Page } from '@playwright/test'
import { callsOf, specsOf } from './support/calls.ts'
import { expectNoSidewaysScroll, PHONE } from './support/layout.ts'
import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'
import { signUp } from './support/test-accounts.ts'

// Refused requests are answered with 409 or 422, which browsers write to the console.
test.use({ sharesContext: false, expectedErrors: /status of 4(?:09|22)/ })

const filler = (of: string) =>
  Array.from({ length: 9 }, (_, at) => `Of ${of} there is more to say, and it is said here at some length: ${at}.`)
const TEXT = [
  '## Goals',
  'Sums are the same on every machine.',
  ...filler('goals'),
  '## Functions',
  'There is one function for each operation.',
  ...filler('functions'),
].join('\n\n')

const inAMonth = () => new Date(Date.now() + 30 * 86_400_000).toISOString()
const VERA = { kind: 'invite', who: { key: 'name:vera', name: 'Vera' } }
const schedule = () => ({ kind: 'schedule', meetingAt: inAMonth(), timeZone: 'UTC', place: 'Room 1' })
const TO_THE_END = [{ kind: 'hold' }, { kind: 'close-meeting' }, { kind: 'resolve' }]
const appendixOf = (page: Page) => page.getByRole('region', { name: 'Appendix: comments and responses' })
const title = (page: Page) => page.getByRole('heading', { level: 1 })

test('page, list, files and search show the successor of a superseded spec, or the reason of an abandoned one', async ({
  page,
  expectAccessible,
}) => {
  const project = await projectOf(page, 'Ada')
  const { create, act } = specsOf(page, project)
  const tag = crypto.randomUUID().slice(0, 8)
  const resolved = async (name: string) => {
    const spec = await create({ kind: 'functional', title: `${name} ${tag}`, text: TEXT })
    await act(spec, VERA, schedule(), ...TO_THE_END)
    return spec
  }
  const [old, next] = [await resolved('Sums'), await resolved('Sums of floats')]
  const file = async (name: string) =>
    (await page.request.get(`/api/v1/projects/${project}/specs/${name}/export?format=markdown`)).text()

  await open(page, `/p/${project}/specs/${old}`)
  await page.getByText('Outcome…').click()
  const become = page.getByRole('form', { name: 'Outcome' })
  await become.getByLabel('Goal', { exact: true }).fill('As fast')
  await become.getByRole('button', { name: 'Save' }).click()
  await expect(become.getByRole('alert')).toContainText('Goal 1 has no run. Enter the address of the run')
  await become.getByLabel('Goal', { exact: true }).fill('')
  await become.getByLabel('It is').selectOption('Abandoned')
  await become.getByRole('button', { name: 'Save' }).click()
  await expect(become.getByRole('alert')).toContainText('why it was abandoned')
  await become.getByLabel(/^Description/).fill(`Nobody sells ${tag} any more.`)
  await become.getByRole('button', { name: 'Save' }).click()
  await expect(title(page)).toContainText('resolved abandoned')
  await expect(page.getByRole('region', { name: 'Outcome' })).toContainText(`Nobody sells ${tag} any more.`)

  await page.getByText('Superseded by another spec…').click()
  const supersede = page.getByRole('form', { name: 'Superseded by another spec' })
  await supersede.getByLabel(/^By which spec/).fill(next)
  await supersede.getByLabel('Why').fill('Floats, too.')
  await supersede.getByRole('button', { name: 'Mark as superseded' }).click()
  await expect(title(page)).toContainText('superseded')
  const ended = page.getByRole('note').filter({ hasText: `Superseded by ${next} Sums of floats ${tag}` })
  await expect(ended).toContainText('Floats, too.')
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0)
  await expect(appendixOf(page)).toContainText(`Superseded by ${next}`)
  await expectAccessible()
  await ended.getByRole('link').click()
  await expect(page.getByText(`Supersedes ${old} Sums ${tag}`)).toBeVisible()

  await open(page, `/p/${project}/specs?q=sells+${tag}`)
  await expect(page.getByRole('region', { name: 'Found' })).toContainText(`${old} Sums ${tag} · outcome`)
  const item = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: `${old} Sums ${tag}` }) })
  await expect(item).toContainText('superseded abandoned')
  await expect(item).toContainText(`superseded by ${next}`)
  await expectAccessible()
  expect(await file(old)).toContain(`- **State:** superseded by ${next}, abandoned`)
  expect(await file(next)).toContain(`- **Supersedes:** ${old}`)
})

test('a permanent link leads to its paragraph after edits, and reports a deleted paragraph', async ({
  page,
  expectAccessible,
}) => {
  const project = await projectOf(page, 'Ada')
  const { create, revise } = specsOf(page, project)
  const name = await create({ kind: 'functional', title: `Links ${crypto.randomUUID().slice(0, 8)}`, text: TEXT })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, `/p/${project}/specs/${name}`)

  // By keyboard only: the outline leads to a heading, and arrow keys from its link to the next paragraph.
  await page.getByRole('navigation', { name: 'Outline' }).getByRole('link', { name: 'Functions' }).focus()
  await page.keyboard.press('Enter')
  const link = page.getByRole('link', { name: /^(?:Permanent|Copied the permanent) link/ })
  await expect(link).toHaveAccessibleName('Permanent link to this heading')
  await page.keyboard.press('Tab')
  await expect(link).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(link).toHaveAccessibleName('Permanent link to this paragraph')
  await expect(link).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(link).toHaveText('¶ copied')
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(copied).toMatch(new RegExp(`/p/${project}/specs/${name}/at/b\\d+$`))

  const rewrite = async (base: number, text: string) =>
    revise(name, { base, title: `Links, ${base}`, text, note: 'more' })
  const second = TEXT.replace('There is one', 'There is exactly one')
  const third = second.replace('## Functions', '## All functions')
  const fourth = third.replace('## Goals', '## Aims\n\nWhat it is for.\n\n## Goals')
  for (const [at, text] of [second, third, fourth].entries()) await rewrite(at + 1, text)

  const other = await page.context().newPage()
  await other.setViewportSize(PHONE)
  await open(other, copied)
  const marked = other.locator(':target')
  await expect(marked).toContainText('There is exactly one function for each operation.')
  await expect(marked).toBeInViewport()
  await expectNoSidewaysScroll(other)

  await rewrite(4, fourth.replace('There is exactly one function for each operation.\n\n', ''))
  await open(other, copied)
  await expect(other.getByRole('note')).toContainText('The target of the link was removed since.')
  await expect(other.getByRole('note')).toContainText('Revision 4 was the last that had it')
  await expect(marked).toContainText('There is exactly one function for each operation.')
  await expect(marked.getByRole('link', { name: 'removed since: show changes' })).toBeInViewport()
  // The address with an anchor, as copied from the browser's address bar, leads there as well.
  await other.goto(`/p/${project}/specs/${name}#${copied.split('/').at(-1)}`)
  await expect(other).toHaveURL(/revision=4/)
  await expect(marked).toContainText('There is exactly one function for each operation.')
  await other.close()
  await open(page, copied)
  await expectAccessible()
})

test('the second of two concurrent authors sees the author of the first text, also after a reload', async ({
  page,
  browser,
  baseURL,
  expectAccessible,
}) => {
  const { project, sam, samPage } = await twoAuthors(page, browser, baseURL)
  const { create, revise } = specsOf(page, project)
  const name = await create({ kind: 'functional', title: 'Sums', text: TEXT })
  await open(page, `/p/${project}/specs/${name}`)
  await page.getByText('Add an author…').click()
  const add = page.getByRole('form', { name: 'Add an author' })
  await add.getByRole('combobox').selectOption(sam)
  await add.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByText(`Functional spec by Ada, ${sam}`)).toBeVisible()

  await open(samPage, `/p/${project}/specs/${name}/edit`)
  const text = samPage.getByRole('textbox', { name: 'Text, in Markdown' })
  await text.fill(TEXT.replace('every machine', 'each machine'))
  await samPage.getByLabel('What changed').first().fill('each')
  const theirs = TEXT.replace('every machine', 'every machine and compiler')
  await revise(name, { base: 1, title: 'Sums', text: theirs, note: 'compilers' })
  await samPage.getByRole('button', { name: 'Save revision' }).click()
  const alert = samPage.getByRole('alert').filter({ hasText: 'Ada saved revision 2 while you were writing.' })
  await expect(alert).toContainText('Your text is saved as a copy')
  await expect(alert.getByRole('link', { name: 'their text' })).toHaveAttribute('href', /revision=2/)
  await expect(alert.getByRole('link', { name: 'their changes' })).toHaveAttribute('href', /from=1&to=2/)
  await samPage.reload()
  await expect(alert).toBeVisible()
  await expect(text).toContainText('each machine')
  await samPage.getByText(/^Sam .*based on revision 1$/).click()
  await expect(samPage.getByRole('button', { name: /^Copy the text/ })).toBeVisible()

  await samPage.getByRole('button', { name: 'Continue with their text' }).click()
  await expect(text).toContainText('every machine and compiler')
  await expect(alert).toHaveCount(0)
  await open(page, `/p/${project}/specs/${name}/edit`)
  await expectAccessible()
  await samPage.context().close()
})

test('a reviewer who still disagrees with a no thank you records it; the appendix contains it, and it blocks nothing', async ({
  page,
  browser,
  baseURL,
  expectAccessible,
}) => {
  const { project, sam, samPage } = await twoAuthors(page, browser, baseURL)
  const { create, act, inviteGuest } = specsOf(page, project)
  const name = await create({ kind: 'functional', title: 'Sums', text: TEXT })
  await act(name, VERA, schedule())
  const link = await inviteGuest(name, 'Rita Outside')
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const rita = await context.newPage()
  const reviewers = [
    { at: rita, address: link, who: 'Rita Outside', id: 'F-1' },
    { at: samPage, address: `/p/${project}/specs/${name}`, who: sam, id: 'F-2' },
  ]
  for (const { at, address, who, id } of reviewers) {
    await open(at, address)
    const give = at.getByRole('form', { name: 'Add a comment' })
    await give.getByLabel('Your comment').fill(`${who} would drop the goals.`)
    await give.getByRole('button', { name: 'Comment' }).click()
    await expect(at.getByRole('article', { name: id, exact: true })).toContainText('would drop the goals')
  }
  for (const feedback of [1, 2]) {
    await act(name, { kind: 'answer', feedback, answer: 'no-thank-you', reason: 'They are the point of it.' })
  }
  for (const { at, address, who, id } of reviewers) {
    await open(at, address)
    const card = at.getByRole('article', { name: id, exact: true })
    await card.getByText('Not resolved…').click()
    await card.getByLabel(/^Reason; it is recorded/).fill('Nobody asked for them.')
    await card.getByRole('button', { name: 'Send' }).click()
    await expect(card).toContainText(`${who} still disagrees: Nobody asked for them.`)
  }
  await act(name, ...TO_THE_END)
  await open(page, `/p/${project}/specs/${name}`)
  await expect(title(page)).toContainText('resolved')
  for (const { who } of reviewers) {
    const disagreement = new RegExp(`${who}( \\(guest\\))? still disagrees: Nobody asked for them\\.`)
    await expect(appendixOf(page)).toContainText(disagreement)
  }
  await expectAccessible()
  await context.close()
  await samPage.context().close()
})

/** Creates a project of a new person, who is signed in. */
async function projectOf(page: Page, name: string, organization = `lab-${crypto.randomUUID().slice(0, 8)}`) {
  await signUp(page, name)
  const call = callsOf(page)
  const project = `${organization}-runs`
  await call('organizations.create', { slug: organization, name: organization })
  await call('projects.create', { organization, slug: project, name: project, visibility: 'public' })
  return project
}

/** Creates a project of Ada, in which Sam can write, too. */
async function twoAuthors(page: Page, browser: Browser, baseURL: string | undefined) {
  const organization = `lab-${crypto.randomUUID().slice(0, 8)}`
  const project = await projectOf(page, 'Ada', organization)
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const samPage = await context.newPage()
  const { name } = await signUp(samPage, `Sam ${crypto.randomUUID().slice(0, 8)}`)
  const { url } = await callsOf(page)('members.invite', { organization, role: 'author' })
  await callsOf(samPage)('members.accept', { secret: String(url).split('/').at(-1) })
  return { project, sam: name, samPage }
}
