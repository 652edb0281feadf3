import { play, steps } from '@assay/testing/specs/random-history'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markdownToHtml } from '../../publish/markdown/markdown-to-html.ts'
import { type Spec, WHOLE } from '../spec.ts'
import { appendixIds, appendixOf } from './appendix.ts'
import { appendixHtml } from './appendix-html.ts'
import { appendixMarkdown, appendixText } from './appendix-text.ts'
import { personText } from './person-text.ts'

const ids = (text: string) => [...new Set(text.match(/F-\d+(?:\.\d+)?(?![\d.]*\d)/g) ?? [])]

test('A4: the appendix has every comment and response of any history, in every format', () => {
  let items = 0
  fc.assert(
    fc.property(steps(60), (history) => {
      const { spec } = play(history)
      const appendix = appendixOf(spec)
      const expected = appendixIds(spec).sort()
      items += expected.length
      const inModel = appendix.sections.flatMap((section) =>
        section.items.flatMap(({ id, answers }) => [id, ...answers.map((answer) => answer.id)]),
      )
      expect(inModel.sort()).toEqual(expected)
      const html = appendixHtml(appendix, { revisionHref: (revision) => `?revision=${revision}` })
      expect([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id).sort()).toEqual(expected)
      expect(html).not.toContain('<script')
      const markdown = appendixMarkdown(appendix)
      expect(markdown.match(/^#### F-\d+$/gm) ?? []).toHaveLength(spec.feedback.length)
      expect((markdown.match(/^\*\*F-\d+\.\d+\*\*/gm) ?? []).length).toBe(expected.length - spec.feedback.length)
      const text = appendixText(appendix)
      for (const id of expected) expect(ids(text)).toContain(id)
      for (const { body } of spec.feedback) for (const line of body.split('\n')) expect(text).toContain(line)
    }),
    { numRuns: 60 },
  )
  expect(items).toBeGreaterThan(100)
})

test('guests and tokens are named as such, and a meeting has the times at which it was held', () => {
  const person = (key: string, name: string) => ({ key, name })
  expect(
    [person('guest:1', 'Rita'), person('token:2', 'CI'), person('person:3', 'Vic'), person('token', 'token')].map(
      personText,
    ),
  ).toEqual([...['Rita (guest)', 'CI (token)', 'Vic', 'token']])
  const { spec } = play([])
  const round = {
    ...{
      number: 1,
      scheduledAt: '2026-11-21T12:00:00.000Z',
      meetingAt: '2026-12-06T12:00:00.000Z',
      timeZone: 'UTC',
      place: 'Room 1',
      noticeDays: 15,
    },
    ...{ shortNoticeReason: null, openedRevision: 1, closedRevision: 1, waived: [], attendance: [], minutes: '' },
    ...{ scribe: null, leftOpen: [], heldAt: '2026-12-07T12:05:00.000Z', closedAt: '2026-12-07T13:00:00.000Z' },
    ...{ endedAt: '2026-12-08T09:00:00.000Z', end: 'resolved' as const },
  }
  const about = appendixOf({ ...spec, rounds: [round] }).sections.find(({ title }) => title === 'Review 1')?.about
  expect(about).toEqual([
    'Meeting: scheduled for 2026-12-06 12:00 UTC (UTC), Room 1.',
    'Met: 2026-12-07 12:05 UTC, closed 2026-12-07 13:00 UTC.',
    'Opened on revision 1, meeting closed on revision 1.',
    'Ended 2026-12-08 09:00 UTC: resolved.',
  ])
})

test('comments are in the order of their numbers, including those between two reviews', () => {
  let between = 0
  for (const history of fc.sample(steps(120), { numRuns: 80, seed: 20_261 })) {
    const { sections } = appendixOf(play(history).spec)
    const numbers = sections.flatMap(({ items }) => items.map(({ number }) => number))
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    between += sections.filter(({ title }) => title.startsWith('After ')).length
  }
  expect(between).toBeGreaterThan(1)
})

test('headings of comments are below those of the appendix in Markdown', () => {
  const [history] = fc.sample(steps(120), { numRuns: 1, seed: 5 })
  const { spec } = play(history ?? [])
  const { headings } = markdownToHtml(appendixMarkdown(appendixOf(spec)))
  const own = headings.filter(({ depth }) => depth <= 4)
  expect(own.every(({ text }) => /^(?:Appendix|Review|Before|After|F-)/.test(text))).toBe(true)
})

const MARKED = [
  'Use **bold** and `List<int>`, but List<int> too:',
  '',
  '```sql',
  'select 1;',
  '```',
  '',
  '# A heading',
  '',
  '- one',
  '- two',
  '',
  '[x]: https://evil.test',
  '',
  'See [x].',
  '',
  '<!-- assay: record',
  '',
  '```',
  'not closed',
].join('\n')

/** A spec with one comment, whose text, reply and response are the same Markdown. */
function withTexts(text: string): Spec {
  const { spec } = play([])
  const [by, at] = [spec.owner, '2026-01-01T00:00:00Z']
  return {
    ...spec,
    feedback: [
      {
        ...{ number: 1, giver: by, recorder: null, source: 'web', body: text, anchor: WHOLE, revision: 1, round: null },
        ...{
          at,
          movedFrom: null,
          verdict: null,
          earlierVerdicts: [],
          suggestion: null,
          seconds: [],
          earlierBodies: [],
        },
        ...{ redactionRequests: [], redacted: null },
        replies: [{ number: 1, by, text, at, reopens: null, earlier: [], redacted: null }],
        responses: [
          {
            ...{ number: 1, kind: 'no-thank-you', reason: text, workaround: '', carriedBy: null, where: '' },
            ...{ duplicateOf: null, movedTo: null, by, at, draft: false, redacted: null },
          },
        ],
      },
    ],
  }
}

test('Markdown of comments, replies and responses is shown as markup, and none of its words is left out', () => {
  const appendix = appendixOf(withTexts(MARKED))
  const html = appendixHtml(appendix, { revisionHref: String })
  const file = markdownToHtml(appendixMarkdown(appendix), { showsSource: true }).html
  for (const shown of [html, file]) {
    expect(shown.match(/<strong>bold<\/strong>/g)).toHaveLength(3)
    expect(shown.match(/<code>List&#x3C;int><\/code>, but List&#x3C;int> too/g)).toHaveLength(3)
    expect(shown.match(/<pre><code class="language-sql">select 1;/g)).toHaveLength(3)
    expect(shown.match(/<li>two<\/li>/g)).toHaveLength(3)
    expect(shown.match(/\[x\]: (?:<a[^>]*>)?https:\/\/evil\.test/g)).toHaveLength(3)
    expect(shown.match(/See \[x\]\./g)).toHaveLength(3)
    expect(shown.match(/&#x3C;!-- assay: record/g)).toHaveLength(3)
    expect(shown.match(/not closed/g)).toHaveLength(3)
    expect(shown).not.toMatch(/<h[1-4][^>]*>A heading/)
  }
  // The fence that is not closed does not swallow the reply.
  expect(file).toMatch(/<p>.* replied \(/)
  expect(appendixText(appendix)).toContain('**bold**')
})

test('a moved comment links to its target and to its origin', () => {
  const { spec } = play([])
  const by = spec.owner
  const response = {
    ...{ number: 1, kind: 'moved' as const, reason: '', workaround: '', carriedBy: null, where: '', duplicateOf: null },
    ...{ movedTo: 'DS-2 F-3', by, at: '2026-01-02T00:00:00Z', draft: false, redacted: null },
  }
  const point = {
    ...{ number: 1, giver: by, recorder: null, source: 'web' as const, body: 'How fast?', anchor: WHOLE, revision: 1 },
    ...{
      round: null,
      at: '2026-01-01T00:00:00Z',
      movedFrom: 'FS-9 F-8',
      responses: [response],
      verdict: null,
      earlierVerdicts: [],
      suggestion: null,
      replies: [],
      seconds: [],
      earlierBodies: [],
      redactionRequests: [],
    },
    redacted: null,
  }
  const pointHref = (other: string, name: string) => `/${other}#${name}`
  const html = appendixHtml(appendixOf({ ...spec, feedback: [point] }), { revisionHref: String, pointHref })
  expect(html).toContain('moved from <a href="/FS-9#F-8">FS-9 F-8</a>')
  expect(html).toContain('<a href="/DS-2#F-3">DS-2 F-3</a>')
})
