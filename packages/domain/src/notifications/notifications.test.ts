import { expect, test } from 'vitest'
import type { FindingChange } from '../findings/finding.ts'
import type { StoredFinding } from '../findings/stored-finding.ts'
import { ChannelOptions } from './channel-options.ts'
import { buildDigest, describeDigest, digestSpan } from './digest.ts'
import { digestWeek } from './digest-week.ts'
import { describeFinding, type FindingNotification } from './finding-notification.ts'
import { isConfirmed, matchSubscription } from './match-subscription.ts'
import { slackBody, withoutMarkup } from './slack-body.ts'
import { webhookBody } from './webhook-body.ts'

const change = (name: string, ratio: number, runs = 1): FindingChange => ({
  ...{ benchmark: 'sysbench', workload: 'cached', test: name, group: null, clients: '1', metric: 'qps', line: '' },
  ...{ value: 100 * ratio, baseValue: 100, ratio, low: null, high: null },
  runIds: Array.from({ length: runs }, (_, i) => `run ${i}`),
  baseRunIds: ['base'],
})

const finding = (changes: Partial<StoredFinding> = {}): StoredFinding => ({
  ...{ id: 'f1', product: 'MySQL', from: '5.7.44', to: '8.0.44', hardware: 'pn53', direction: 'worse' as const },
  changes: [change('scan', 0.7), change('point-query', 0.8), change('insert', 0.9), change('update', 0.92)],
  ...{
    judged: 10,
    medianRatio: 0.85,
    cause: 'more CPU per operation: cpu/o 1.2x',
    agree: ['pn53'],
    of: ['pn53', 'c24r64'],
  },
  ...{ state: 'new' as const, active: true, fixedIn: null, owner: null, knownBug: null },
  ...{ createdAt: '2026-11-10T12:00:00.000Z', updatedAt: '2026-11-10T12:00:00.000Z' },
  ...changes,
})

const notification = (changes: Partial<FindingNotification> = {}): FindingNotification => ({
  ...{ id: 'm1', kind: 'found', by: 'Assay', note: null, at: '2026-11-10T12:00:00.000Z' },
  project: { slug: 'demo', name: 'Demo' },
  finding: finding(),
  url: 'https://assay.test/p/demo/findings/f1',
  ...changes,
})

test('a message says what, where, how many tests, how large and why', () => {
  expect(describeFinding(notification())).toEqual({
    headline: 'Regression: MySQL 5.7.44 to 8.0.44 on pn53: 4 of 10 tests regressed by a median of 15%',
    sentences: [
      'More CPU per operation: cpu/o 1.2x.',
      'Largest: scan 0.70, point-query 0.80, insert 0.90 and 1 more.',
      '1 of 2 machines agree.',
      'Project Demo.',
    ],
  })
  const fixed = notification({ kind: 'recovered', note: 'in 8.0.45', finding: finding({ fixedIn: '8.0.45' }) })
  expect(describeFinding(fixed).headline).toMatch(/^Fixed in 8\.0\.45: MySQL/)
  const dismissed = describeFinding(notification({ kind: 'dismiss', by: 'Olga', note: 'the disk was full' }))
  expect(dismissed.headline).toMatch(/^Marked as not a bug by Olga: /)
  expect(dismissed.sentences).toContain('Olga wrote: the disk was full')
})

test('a webhook gets numbers and the ids that a receiver needs to recognize the finding', () => {
  const body = JSON.parse(webhookBody(notification({ kind: 'relapsed' })))
  expect(body).toMatchObject({
    format: 1,
    id: 'm1',
    event: 'finding.reopened',
    finding: { tests: 4, medianRatio: 0.85 },
  })
  expect(body.finding.changes[0]).toMatchObject({ test: 'scan', ratio: 0.7 })
  expect(JSON.stringify(body)).not.toContain('runIds')
})

test('names from uploads have no effect as Slack markup', () => {
  const evil = finding({ product: '<!channel> *bold* <https://evil.test|click> & [x](https://evil.test)' })
  const body = slackBody(describeFinding(notification({ finding: evil })), {
    label: 'Open the finding',
    url: 'https://assay.test/f',
  })
  const { text, blocks } = JSON.parse(body)
  expect(text).not.toMatch(/<!|<https:\/\/evil/)
  expect(text).toContain('&lt;')
  expect(text.replaceAll('\u2060', '')).toContain('*bold*')
  expect(text).not.toContain('*bold*')
  expect(text).not.toContain('](')
  expect(text).not.toContain('https://evil')
  expect(blocks.map(({ text: block }: { text: { type: string } }) => block.type)).toEqual([
    'plain_text',
    'plain_text',
    'mrkdwn',
  ])
  expect(blocks.at(-1).text.text).toBe('<https://assay.test/f|Open the finding>')
  expect(withoutMarkup('plain words')).toBe('plain words')
})

test('filters and the quiet option decide which events a channel gets, and when', () => {
  const options = (changes: Partial<ChannelOptions> = {}) => ChannelOptions.parse({ name: 'x', ...changes })
  expect(matchSubscription(options(), 'found', finding())).toBe('now')
  expect(matchSubscription(options({ events: ['fixed'] }), 'found', finding())).toBe('no')
  expect(matchSubscription(options({ products: ['RocksDB'] }), 'found', finding())).toBe('no')
  expect(matchSubscription(options({ least: 0.2 }), 'found', finding())).toBe('no')
  expect(matchSubscription(options({ quiet: true }), 'found', finding())).toBe('held')
  expect(matchSubscription(options({ quiet: true, events: ['changed'] }), 'changed', finding())).toBe('now')
  const twice = finding({ changes: [change('scan', 0.7, 2), change('insert', 0.9)] })
  expect(matchSubscription(options({ quiet: true }), 'found', twice)).toBe('now')
  expect(isConfirmed({ ...finding(), agree: ['pn53', 'c24r64'] })).toBe(true)
})

test('an unknown time zone is refused', () => {
  expect(ChannelOptions.safeParse({ name: 'x', timeZone: 'Mars/Olympus' }).success).toBe(false)
  expect(ChannelOptions.parse({ name: 'x', timeZone: 'Europe/Berlin' }).timeZone).toBe('Europe/Berlin')
})

test('a digest is due on Monday at 8 local time, even across clock changes', () => {
  // 2026-11-16 is a Monday.
  expect(digestWeek(new Date('2026-11-16T07:59:59Z'), 'UTC')).toBe('2026-11-09')
  expect(digestWeek(new Date('2026-11-16T08:00:00Z'), 'UTC')).toBe('2026-11-16')
  expect(digestWeek(new Date('2026-11-22T23:00:00Z'), 'UTC')).toBe('2026-11-16')
  expect(digestWeek(new Date('2026-11-16T07:00:00Z'), 'Europe/Berlin')).toBe('2026-11-16')
  expect(digestWeek(new Date('2026-11-16T08:00:00Z'), 'America/New_York')).toBe('2026-11-09')
  expect(digestWeek(new Date('2026-11-15T22:59:59Z'), 'Pacific/Auckland')).toBe('2026-11-16')
  // Berlin ends summer time on 2026-10-25.
  expect(digestWeek(new Date('2026-10-26T06:59:59Z'), 'Europe/Berlin')).toBe('2026-10-19')
  expect(digestWeek(new Date('2026-10-26T07:00:00Z'), 'Europe/Berlin')).toBe('2026-10-26')
})

test('a digest lists new, confirmed, fixed and long-open findings once each, and weeks do not overlap', () => {
  const options = ChannelOptions.parse({ name: 'x' })
  const { until } = digestSpan('2026-11-16')
  expect(digestSpan('2026-11-23').since).toEqual(until)
  const fresh = finding()
  const fixed = finding({ id: 'f2', state: 'fixed', to: '8.0.45' })
  const old = finding({ id: 'f3', createdAt: '2026-09-01T00:00:00.000Z', to: '8.0.40' })
  const parts = buildDigest(
    options,
    [
      { kind: 'found', finding: fresh },
      { kind: 'found', finding: fresh },
      { kind: 'note', finding: fresh },
      { kind: 'recovered', finding: fixed },
    ],
    [fresh, old],
    until,
  )
  expect(parts.map(({ title, findings }) => [title, findings.map(({ id }) => id)])).toEqual([
    ['New', ['f1']],
    ['Fixed', ['f2']],
    ['Open for more than four weeks', ['f3']],
  ])
  expect(describeDigest('Demo', '2026-11-16', parts).headline).toBe(
    'Demo, the week to 2026-11-16: 1 new, 1 fixed, 1 open for more than four weeks',
  )
  expect(buildDigest({ ...options, products: ['RocksDB'] }, [{ kind: 'found', finding: fresh }], [old], until)).toEqual(
    [],
  )
})
