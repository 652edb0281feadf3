import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderMarkdown } from '../markdown/render-markdown.ts'
import { appendixIds, appendixOf } from './appendix.ts'
import { appendixHtml, appendixMarkdown, appendixText } from './appendix-text.ts'
import { play, steps } from './testing/random-history.ts'

const ids = (text: string) => [...new Set(text.match(/F-\d+(?:\.\d+)?(?![\d.]*\d)/g) ?? [])]

test('A4: the appendix has every feedback and answer of any history, in every form', () => {
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

test('what people wrote makes no headings and no links of its own in Markdown', () => {
  const [history] = fc.sample(steps(120), { numRuns: 1, seed: 5 })
  const { spec } = play(history ?? [])
  const { headings } = renderMarkdown(appendixMarkdown(appendixOf(spec)))
  expect(headings.every(({ text }) => /^(?:Appendix|Review|Before|After|F-)/.test(text))).toBe(true)
})
