import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { ChannelOptions } from '@assay/domain/notifications/channel-options'
import { type NotificationLab, startNotificationLab } from '@assay/testing/server/notification-lab'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createRelay, isSigned } from './relay.mjs'

// The limits of Block Kit: https://docs.slack.dev/reference/block-kit
const Plain = (max: number) => z.strictObject({ type: z.literal('plain_text'), text: z.string().min(1).max(max) })
const Mrkdwn = (max: number) => z.strictObject({ type: z.literal('mrkdwn'), text: z.string().min(1).max(max) })
const Button = z.strictObject({ type: z.literal('button'), text: Plain(75), url: z.url().max(3_000) })
const Block = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('header'), text: Plain(150) }),
  z.strictObject({ type: z.literal('actions'), elements: z.array(Button).min(1).max(25) }),
  z.strictObject({
    type: z.literal('section'),
    text: Mrkdwn(3_000).optional(),
    fields: z.array(Mrkdwn(2_000)).min(1).max(10).optional(),
  }),
])
const SlackMessage = z.strictObject({ text: z.string().min(1).max(40_000), blocks: z.array(Block).min(1).max(50) })

// The elements of Adaptive Cards 1.4 that the card has: https://adaptivecards.io/schemas/1.4.0/adaptive-card.json
const TextBlock = z.strictObject({
  ...{ type: z.literal('TextBlock'), text: z.string().min(1), wrap: z.boolean() },
  weight: z.enum(['Lighter', 'Default', 'Bolder']).optional(),
  size: z.enum(['Small', 'Default', 'Medium', 'Large', 'ExtraLarge']).optional(),
})
const Fact = z.strictObject({ title: z.string().min(1), value: z.string().min(1) })
const Card = z.strictObject({
  $schema: z.literal('http://adaptivecards.io/schemas/adaptive-card.json'),
  ...{ type: z.literal('AdaptiveCard'), version: z.literal('1.4') },
  body: z
    .array(z.union([TextBlock, z.strictObject({ type: z.literal('FactSet'), facts: z.array(Fact).min(1) })]))
    .min(1),
  actions: z.array(z.strictObject({ type: z.literal('Action.OpenUrl'), title: z.string().min(1), url: z.url() })),
})
const TeamsMessage = z.strictObject({
  type: z.literal('message'),
  attachments: z.tuple([
    z.strictObject({ contentType: z.literal('application/vnd.microsoft.card.adaptive'), content: Card }),
  ]),
})
const MAX_TEAMS_BYTES = 28 * 1024

const NewIssue = z.strictObject({
  title: z.string().min(1).max(256),
  labels: z.array(z.string()),
  body: z.string().max(65_536),
})
type Issue = z.infer<typeof NewIssue> & { number: number; state: string; comments: string[] }

let lab: NotificationLab
let doubles: Server
let relay: Server
let secret = ''
const slack: unknown[] = []
const teams: unknown[] = []
const issues: Issue[] = []

const listen = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening server has an address with a port.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Doubles of the three services. */
const answerAsServices = (): Server =>
  createServer(async (request, response) => {
    const [path = ''] = (request.url ?? '').split('?')
    const body: unknown = request.method === 'GET' ? null : await json(request)
    const number = Number(/\/issues\/(\d+)/.exec(path)?.[1])
    const issue = issues.find((one) => one.number === number)
    let answer: unknown = { ok: true }
    if (path === '/slack') slack.push(body)
    else if (path === '/teams') teams.push(body)
    else if (request.headers.authorization !== 'Bearer github-token') return response.writeHead(401).end('{}')
    else if (request.method === 'GET') answer = issues
    else if (issue === undefined)
      issues.push({ ...NewIssue.parse(body), number: issues.length + 1, state: 'open', comments: [] })
    else if (path.endsWith('/comments')) issue.comments.push(z.strictObject({ body: z.string() }).parse(body).body)
    else issue.state = z.looseObject({ state: z.enum(['open', 'closed']) }).parse(body).state
    response.setHeader('content-type', 'application/json')
    return response.end(JSON.stringify(answer))
  })

beforeAll(async () => {
  lab = await startNotificationLab()
  doubles = answerAsServices()
  const url = await listen(doubles)
  const github = { repository: 'lab/shop', token: 'github-token', api: url }
  const project = await lab.begin()
  relay = createServer((request, response) => relayOf().emit('request', request, response))
  const relayOf = () => {
    known ??= createRelay({ secret, slack: `${url}/slack`, teams: `${url}/teams`, github })
    return known
  }
  let known: Server | undefined
  const address = await listen(relay)
  const created = await project.owner.notifications.create({
    ...{ project: project.project.slug, kind: 'webhook', address },
    options: ChannelOptions.parse({ name: 'relay' }),
  })
  secret = created.secret ?? ''
  lab.clock.now = new Date() // The relay checks the age of signatures by the clock of the machine.
  for (const [version, qps] of Object.entries({ '17.6': 1000, '18.0': 800, '18.1': 1000 })) {
    await project.upload(version, qps)
    await project.runJobs()
    await project.runJobs()
  }
})
afterAll(async () => {
  relay.close()
  doubles.close()
  await lab.server.stop()
})

test('a regression becomes a message of Slack in Block Kit, with its numbers and a button', () => {
  const [first] = z.array(SlackMessage).min(2).parse(slack)
  const text = JSON.stringify(first)
  expect(text).toContain('Regression: Postgres')
  expect(text).toContain('*Median ratio*\\n0.80')
  expect(text).toMatch(/"url":"http:\/\/assay\.test\/o\/lab\/p\/lab-\d+\/findings\/[0-9a-f-]{36}"/)
})

test('a regression becomes an Adaptive Card of Teams that is small enough', () => {
  const [first] = z.array(TeamsMessage).min(2).parse(teams)
  expect(JSON.stringify(first)).toContain('{"title":"Median ratio","value":"0.80"}')
  for (const message of teams) expect(Buffer.byteLength(JSON.stringify(message))).toBeLessThan(MAX_TEAMS_BYTES)
})

test('a regression becomes one issue, which is closed when a later version has fixed it', () => {
  expect(issues).toHaveLength(1)
  expect(issues[0]).toMatchObject({
    ...{ state: 'closed', labels: ['performance'], title: expect.stringContaining('Regression: Postgres') },
    comments: [expect.stringContaining('Fixed in 18.1')],
  })
  expect(issues[0]?.body).toContain('| scan | 1 | qps |')
})

test('a message with a wrong or an old signature is refused', async () => {
  const body = '{"format":1,"event":"test","title":"Test"}'
  const header = `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`
  const address = `http://127.0.0.1:${(relay.address() as AddressInfo).port}`
  const refused = await fetch(address, { method: 'POST', body, headers: { 'assay-signature': header } })
  expect(refused.status).toBe(401)
  expect(isSigned(secret, body, undefined)).toBe(false)
})
