// A project tells a webhook what changed: one message for a finding, which the log has and sends again; paused, it is quiet.

import { createHmac } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { signUp } from './support/accounts.ts'
import { expectNoSidewaysScroll, PHONE } from './support/layout.ts'
import { open, untilReady } from './support/ready.ts'
import { startReceiver } from './support/receiver.ts'
import { expect, test } from './support/test.ts'
import { makeProject, makeToken } from './support/tokens.ts'

const unique = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}`

const TESTS = ['scan', 'point-query', 'insert']

/** Five repeats of a version, about 1% apart. */
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

test('a regression is one signed message, which the log has and sends again, until the target is paused', async ({
  page,
  request,
  expectAccessible,
}) => {
  const receiver = await startReceiver()
  await signUp(page, 'Tilda')
  const project = await makeProject(page, unique('telling'))
  const token = await makeToken(page, project, 'nightly machine')

  await open(page, `/p/${project}/settings/telling`)
  await expect(page.getByText('Nobody is told yet')).toBeVisible()
  await expectAccessible()
  const form = page.getByRole('form', { name: 'New target' })
  await form.getByLabel('Name').fill('CI')
  await form.getByLabel('Address').fill(receiver.url)
  await form.getByRole('button', { name: 'Make the target' }).click()
  const secret = page.getByRole('status', { name: 'Signing secret' })
  await expect(secret).toHaveText(/^assay_hook_/)
  const key = (await secret.textContent()) ?? ''
  const targets = page.getByRole('table', { name: 'Targets' })
  await expect(targets).toContainText('found, back, fixed')
  await expectAccessible()

  await upload(request, token, '1.0', 1000)
  await upload(request, token, '1.1', 800)
  await expect.poll(() => receiver.arrived.length).toBe(1)
  const [first] = receiver.arrived
  const told = JSON.parse(first?.body ?? '{}')
  expect(told.title).toBe('Regression: Example DB 1.0 to 1.1 on lab1: 3 of 3 tests regressed, median 0.80')
  const [, time, mac] = /^t=(\d+),v1=(\w+)$/.exec(first?.headers['assay-signature'] ?? '') ?? []
  expect(createHmac('sha256', key).update(`${time}.${first?.body}`).digest('hex')).toBe(mac)
  await page.goto(told.finding.url.replace(/^https?:\/\/[^/]+/, ''))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('1.0 to 1.1')

  await open(page, `/p/${project}/settings/telling`)
  await targets.getByRole('link', { name: 'CI' }).click()
  const log = page.getByRole('table', { name: 'Messages' })
  await expect(log.getByRole('row', { name: /found/ })).toContainText('arrived')
  await expectAccessible()
  await log.getByRole('link', { name: 'found' }).click()
  await expect(page.getByRole('table', { name: 'Tries' })).toContainText('thank you')
  await expect(page.getByRole('region', { name: 'what is sent' })).toContainText('"medianRatio"')
  await expectAccessible()
  await page.getByRole('button', { name: 'Send it again' }).click()
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
  await expect(page.getByRole('button', { name: 'Go on' })).toBeVisible()
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

test('a person chooses for themselves, and a key opens the feed of a project that is not public', async ({
  page,
  request,
  expectAccessible,
}) => {
  const receiver = await startReceiver()
  await signUp(page, 'Finn')
  const project = await makeProject(page, unique('feeding'))
  const token = await makeToken(page, project, 'nightly machine')
  await open(page, '/account/telling')
  await expectAccessible()
  const form = page.getByRole('form', { name: 'New target' })
  await form.getByLabel('Project').selectOption(project)
  await form.getByLabel('Name').fill('my own')
  await form.getByLabel('Address').fill(receiver.url)
  await form.getByRole('button', { name: 'Make the target' }).click()
  await page.getByRole('table', { name: 'Targets' }).getByRole('link', { name: 'my own' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('my own')
  await untilReady(page)
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect.poll(() => receiver.arrived.length).toBe(1)
  await expectAccessible()

  await upload(request, token, '1.0', 1000)
  await upload(request, token, '1.1', 800)
  await expect.poll(() => receiver.arrived.length).toBe(2)

  await open(page, '/account/telling')
  const feed = page.getByRole('form', { name: 'New feed address' })
  await feed.getByLabel('Feed of').selectOption(project)
  await feed.getByRole('button', { name: 'Make the address' }).click()
  const shown = page.getByRole('status', { name: 'Feed address' })
  await expect(shown).toHaveText(/feed\.xml\?key=assay_feed_/)
  const path = ((await shown.textContent()) ?? '').replace(/^https?:\/\/[^/]+/, '')
  const opened = await request.get(path)
  expect(opened.headers()['content-type']).toContain('application/atom+xml')
  expect(await opened.text()).toContain('Example DB 1.0 to 1.1 on lab1: 3 of 3 tests regressed, median 0.80')
  expect(await (await request.get(`${path}&direction=better`)).text()).not.toContain('<entry>')
  expect((await request.get(`/p/${project}/findings/feed.xml`)).status()).toBe(404)
  expect((await request.get(`${path}x`)).status()).toBe(404)
  await page.getByRole('button', { name: /End the feed of/ }).click()
  await expect.poll(async () => (await request.get(path)).status()).toBe(404)
  await receiver.stop()
})
