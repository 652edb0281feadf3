// A project notifies a webhook of changes: one message per finding, with a log and redelivery; a paused channel sends
// nothing.

import { createHmac } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { expectNoSidewaysScroll, PHONE } from './support/layout.ts'
import { open, untilReady } from './support/ready.ts'
import { startReceiver } from './support/receiver.ts'
import { expect, test } from './support/test.ts'
import { signUp } from './support/test-accounts.ts'
import { makeProject, makeToken } from './support/tokens.ts'

const unique = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}`

const TESTS = ['scan', 'point-query', 'insert']

/** Uploads five repeats of a version, about 1% apart. */
async function upload(request: APIRequestContext, token: string, version: string, qps: number) {
  for (const [index, factor] of [0.99, 1, 1.01, 1.005, 0.995].entries()) {
    const answer = await request.put(`/api/v1/runs/${crypto.randomUUID()}`, {
      headers: { authorization: `Bearer ${token}` },
      data: {
        schemaVersion: 1,
        product: 'Example DB',
        version,
        build: { name: 'o2' },
        config: { name: 'small' },
        hardware: { name: 'lab1' },
        benchmark: { name: 'sysbench' },
        workload: { name: 'cached', params: {} },
        repeat: index + 1,
        tests: TESTS.map((name, order) => ({ name, order, primaryMetric: 'qps' })),
        metricNames: ['qps'],
        results: TESTS.map((name) => ({ test: name, clients: 1, values: [qps * factor] })),
      },
    })
    expect(answer.status()).toBe(201)
  }
}

test('a regression is one signed message, which the log shows and sends again, until the channel is paused', async ({
  page,
  request,
  expectAccessible,
}) => {
  const receiver = await startReceiver()
  await signUp(page, 'Tilda')
  const project = await makeProject(page, unique('notifying'))
  const token = await makeToken(page, project, 'nightly machine')

  await open(page, `/p/${project}/settings/notifications`)
  await expect(page.getByText('No notification channels yet')).toBeVisible()
  await expectAccessible()
  const form = page.getByRole('form', { name: 'New channel' })
  await form.getByLabel('Name').fill('CI')
  await form.getByLabel('Address').fill(receiver.url)
  await form.getByRole('button', { name: 'Create channel' }).click()
  const secret = page.getByRole('status', { name: 'Signing secret' })
  await expect(secret).toHaveText(/^assay_hook_/)
  const key = (await secret.textContent()) ?? ''
  const channels = page.getByRole('table', { name: 'Channels' })
  await expect(channels).toContainText('found, reopened, fixed')
  await expectAccessible()

  await upload(request, token, '1.0', 1000)
  await upload(request, token, '1.1', 800)
  await expect.poll(() => receiver.arrived.length).toBe(1)
  const [first] = receiver.arrived
  const notification = JSON.parse(first?.body ?? '{}')
  expect(notification.title).toBe(
    'Regression: Example DB 1.0 to 1.1 on lab1: 3 of 3 tests regressed by a median of 20%',
  )
  const [, time, mac] = /^t=(\d+),v1=(\w+)$/.exec(first?.headers['assay-signature'] ?? '') ?? []
  expect(createHmac('sha256', key).update(`${time}.${first?.body}`).digest('hex')).toBe(mac)
  await page.goto(notification.finding.url.replace(/^https?:\/\/[^/]+/, ''))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Example DB 1.1 vs 1.0 on lab1')

  // Links of earlier versions still open the page.
  await open(page, `/p/${project}/settings/telling`)
  await channels.getByRole('link', { name: 'CI' }).click()
  const log = page.getByRole('table', { name: 'Messages' })
  await expect(log.getByRole('row', { name: /found/ })).toContainText('delivered')
  await expectAccessible()
  await log.getByRole('link', { name: 'found' }).click()
  await expect(page.getByRole('table', { name: 'Attempts' })).toContainText('thank you')
  await expect(page.getByRole('region', { name: 'Message body' })).toContainText('"medianRatio"')
  await expectAccessible()
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => receiver.arrived.length).toBe(2)
  expect(receiver.arrived[1]?.headers['assay-message']).toBe(first?.headers['assay-message'])
  await page.setViewportSize(PHONE)
  await expectNoSidewaysScroll(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible('color-contrast', 'link-in-text-block')
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect.poll(() => receiver.arrived.length).toBe(3)
  expect(JSON.parse(receiver.arrived[2]?.body ?? '{}').event).toBe('test')

  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible()
  await expect(page.getByText('paused', { exact: true })).toBeVisible()
  await upload(request, token, '1.2', 600)
  await open(page, `/p/${project}/findings`)
  await expect
    .poll(
      async () => {
        await page.reload()
        return page.getByRole('link', { name: /1\.1 to 1\.2/ }).count()
      },
      { timeout: 30_000 },
    )
    .toBe(1)
  expect(receiver.arrived).toHaveLength(3)
  await receiver.stop()
})

test('a person has their own channels, and a key opens the feed of a private project', async ({
  page,
  request,
  expectAccessible,
}) => {
  const receiver = await startReceiver()
  await signUp(page, 'Finn')
  const project = await makeProject(page, unique('feeding'))
  const token = await makeToken(page, project, 'nightly machine')
  await open(page, '/account/notifications')
  await expectAccessible()
  const form = page.getByRole('form', { name: 'New channel' })
  await form.getByLabel('Project').selectOption(project)
  await form.getByLabel('Name').fill('my own')
  await form.getByLabel('Address').fill(receiver.url)
  await form.getByRole('button', { name: 'Create channel' }).click()
  await page.getByRole('table', { name: 'Channels' }).getByRole('link', { name: 'my own' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('my own')
  await untilReady(page)
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect.poll(() => receiver.arrived.length).toBe(1)
  await expectAccessible()

  await upload(request, token, '1.0', 1000)
  await upload(request, token, '1.1', 800)
  await expect.poll(() => receiver.arrived.length).toBe(2)

  await open(page, '/account/notifications')
  const feed = page.getByRole('form', { name: 'New feed address' })
  await feed.getByLabel('Feed of').selectOption(project)
  await feed.getByRole('button', { name: 'Create address' }).click()
  const shown = page.getByRole('status', { name: 'Feed address' })
  await expect(shown).toHaveText(/feed\.xml\?key=assay_feed_/)
  const path = ((await shown.textContent()) ?? '').replace(/^https?:\/\/[^/]+/, '')
  const opened = await request.get(path)
  expect(opened.headers()['content-type']).toContain('application/atom+xml')
  expect(await opened.text()).toContain('Example DB 1.0 to 1.1 on lab1: 3 of 3 tests regressed by a median of 20%')
  expect(await (await request.get(`${path}&direction=better`)).text()).not.toContain('<entry>')
  expect((await request.get(`/p/${project}/findings/feed.xml`)).status()).toBe(404)
  expect((await request.get(`${path}x`)).status()).toBe(404)
  await page.getByRole('button', { name: /Revoke the feed of/ }).click()
  await expect.poll(async () => (await request.get(path)).status()).toBe(404)
  await receiver.stop()
})
