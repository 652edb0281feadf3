import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { open, untilReady } from './ready.ts'
import type { Runner } from './runner.ts'

export const SPEC_TEXT = `# Sums of doubles

## Goals

Sums of doubles are the same on every machine, whatever the order of rows.

## Functions

There is one function for each operation, so that hardware does the work where it can.

| function | result |
|---|---|
| sum_exact | double |`

/** Creates a functional spec as the signed-in person. @returns its name, `FS-7` */
export async function writeSpec(page: Page, title: string, text = SPEC_TEXT): Promise<string> {
  await open(page, '/p/demo/specs/new')
  await page.getByLabel('Title').fill(title)
  await page.getByRole('textbox', { name: 'Text, in Markdown' }).fill(text)
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
  await untilReady(page)
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

/** Invites a person by name and schedules a meeting for the day after tomorrow. */
export async function scheduleReview(page: Page, reviewer = 'Vera'): Promise<void> {
  await page.getByRole('button', { name: 'Invite reviewers' }).click()
  const invite = page.getByRole('form', { name: 'Invite a guest' })
  await invite.getByLabel('Name of a guest').fill(reviewer)
  await invite.getByLabel('Their e-mail').fill(`${reviewer.toLowerCase()}@example.test`)
  await invite.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByRole('status').filter({ hasText: reviewer })).toContainText('/review/')
  const form = page.getByRole('form', { name: 'Schedule the review' })
  await form.getByLabel('Meeting', { exact: true }).fill(inDays(2))
  await form.getByLabel('Place or link').fill('Room 1')
  await form.getByLabel(/^Reason for less than/).fill('a test')
  await form.getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('in review')
}

/** Formats a value for a field with a date and a time. */
export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16)

/** Selects a text in one paragraph, as a pointer would. */
export const mark = (page: Page, words: string) =>
  page.evaluate<undefined>(`{
  const block = [...document.querySelectorAll('[data-spec-text] [data-block]')]
    .find((one) => one.textContent.includes(${JSON.stringify(words)}))
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
  let node = walker.nextNode()
  while (node !== null && !node.textContent.includes(${JSON.stringify(words)})) node = walker.nextNode()
  const at = node.textContent.indexOf(${JSON.stringify(words)})
  const range = document.createRange()
  range.setStart(node, at)
  range.setEnd(node, at + ${words.length})
  getSelection().removeAllRanges()
  getSelection().addRange(range)
}`)

/** Calls the REST interface of specs with a token; a refusal fails the test. */
export function specsOfRunner(request: APIRequestContext, { token }: Pick<Runner, 'token'>) {
  const headers = { authorization: `Bearer ${token}` }
  const at = '/api/v1/projects/demo/specs'
  const post = async (address: string, data: object) => {
    const answer = await request.post(address, { headers, data })
    expect(answer.status(), await answer.text()).toBeLessThan(300)
    return answer.json()
  }
  return {
    /** @returns its name, `FS-7` */
    create: async (spec: object): Promise<string> => (await post(at, spec)).name,
    revise: (name: string, revision: object) => post(`${at}/${name}/revisions`, revision),
    act: async (name: string, ...actions: object[]): Promise<void> => {
      for (const action of actions) await post(`${at}/${name}/actions`, action)
    },
  }
}

/** Returns the actions that schedule a meeting for tomorrow, with Vera as its reviewer. */
export const meetTomorrow = (): object[] => [
  { kind: 'invite', who: { key: 'name:vera', name: 'Vera' } },
  {
    kind: 'schedule',
    meetingAt: new Date(Date.now() + 86_400_000).toISOString(),
    ...{ timeZone: 'UTC', place: 'Room 1', shortNoticeReason: 'a test' },
  },
]
