// Comments are on text that is then edited, moved and deleted: each comment shows what happened to its text, quotes the
// original and links to the revision that had it.

import { open } from './support/ready.ts'
import { meetTomorrow, specsOfRunner } from './support/spec-review.ts'
import { expect, test } from './support/test.ts'

const FIRST = 'Runs that fit in the second cache are sorted first, and all others are merged from them.'
const SECOND = 'The merge reads eight pages of every run at once and writes one page for each of them.'
const THIRD = 'Keys of text are compared by their first eight bytes before anything else is read.'

const TEXT = `# Sort in the cache

## How it works

${FIRST}

## Pages

${SECOND}

## Keys

${THIRD}

## Last words

Nothing else changes.`

test('A5: comments show that their text was edited, moved or deleted, and quote the original', async ({
  page,
  request,
  runner,
  expectAccessible,
}) => {
  const { create, act, revise } = specsOfRunner(request, runner)
  const name = await create({ kind: 'functional', title: 'Sort in the cache', text: TEXT })
  const give = (block: string, quote: string) =>
    act(name, {
      ...{ kind: 'give', body: `What of “${quote}”?`, revision: 1, giver: 'Vera', source: 'in-person' },
      anchor: { kind: 'range', block, quote },
    })
  await act(name, ...meetTomorrow())
  await give('b3', 'fit in the second cache')
  await give('b5', 'reads eight pages of every run')
  await give('b7', 'compared by their first eight bytes')
  await give('b9', 'Nothing else changes')

  const edited = FIRST.replace('the second cache', 'the second or third cache')
  const text = `# Sort in the cache

## How it works

${edited}

## Pages

They are as they were.

## Keys

They are as they were, too.

## Last words

Nothing else changes.

${SECOND}`
  await revise(name, { base: 1, title: 'Sort in the cache', text, note: 'other words, another order' })

  await open(page, `/p/demo/specs/${name}`)
  const card = (quote: string) =>
    page
      .getByRole('complementary', { name: 'Comments' })
      .getByRole('listitem')
      .filter({ hasText: `What of “${quote}”?` })
  await expect(card('fit in the second cache')).toContainText('its text was edited')
  await expect(card('reads eight pages of every run')).toContainText('its text moved')
  const gone = card('compared by their first eight bytes')
  await expect(gone).toContainText('its text was removed')
  await expect(gone.getByRole('blockquote')).toHaveText('compared by their first eight bytes')
  const same = card('Nothing else changes')
  await expect(same.getByRole('blockquote')).toHaveText('Nothing else changes')
  await expect(same).not.toContainText('its text')
  // Detached comments come first, so that they are not forgotten.
  const first = page.getByRole('complementary', { name: 'Comments' }).getByRole('listitem').first()
  await expect(first).toContainText('its text was removed')
  await expectAccessible()

  await gone.getByRole('link', { name: 'as it was on revision 1' }).click()
  await expect(page).toHaveURL(/revision=1$/)
  await expect(page.getByText(THIRD)).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Comments' })).not.toContainText('its text')
})

test('a comment that was moved to the design review is linked from both pages and both appendices', async ({
  page,
  request,
  runner,
}) => {
  const { create, act } = specsOfRunner(request, runner)
  const from = await create({ kind: 'functional', title: 'What the sort does', text: TEXT })
  const to = await create({ kind: 'design', title: 'How the sort does it', text: TEXT, parent: from })
  const anchor = { kind: 'range', block: 'b5', quote: 'reads eight pages of every run' }
  await act(
    from,
    { kind: 'give', body: 'Why eight?', revision: 1, giver: 'Vera', source: 'in-person', anchor },
    { kind: 'answer', feedback: 1, answer: 'moved', movedTo: to },
  )

  const context = await page
    .context()
    .browser()
    ?.newContext({ extraHTTPHeaders: { authorization: `Bearer ${runner.token}` } })
  if (context === undefined) throw new Error('a page belongs to a browser')
  const author = await context.newPage()
  await open(author, `/p/demo/specs/${from}`)
  const comments = author.getByRole('complementary', { name: 'Comments' })
  const appendix = author.getByRole('region', { name: 'Appendix: comments and responses' })
  await expect(appendix.getByRole('link', { name: `${to} F-1` })).toHaveAttribute(
    'href',
    `/o/assay/p/demo/specs/${to}#F-1`,
  )
  await comments.getByRole('link', { name: `${to} F-1` }).click()
  await expect(author).toHaveURL(new RegExp(`/${to}#F-1$`))
  await expect(comments.getByRole('link', { name: `${from} F-1` })).toHaveAttribute(
    'href',
    `/o/assay/p/demo/specs/${from}#F-1`,
  )
  await expect(comments.getByRole('blockquote')).toHaveText('reads eight pages of every run')
  await expect(appendix).toContainText('Why eight?')
  await appendix.getByRole('link', { name: `${from} F-1` }).click()
  await expect(author).toHaveURL(new RegExp(`/${from}#F-1$`))
  await context.close()
})
