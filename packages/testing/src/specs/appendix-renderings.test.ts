import type { AppendixAnswer } from '@assay/domain/specs/appendix/appendix'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkRenderings, wholeOf, withQuotes } from './appendix-renderings.ts'
import { play, steps } from './random-history.ts'

test('A4: every rendering has all feedback and answers of any history, with the same words', async () => {
  let items = 0
  await fc.assert(
    fc.asyncProperty(steps(90), async (history) => {
      const checked = await checkRenderings(withQuotes(play(history).spec))
      items += checked.items
      expect(checked.problems).toEqual([])
    }),
    { numRuns: 5, seed: 20_261 },
  )
  expect(items).toBeGreaterThan(25)
})

test('control: an omission in a rendering is detected', async () => {
  const specs = fc.sample(steps(90), { numRuns: 20, seed: 4 }).map((history) => play(history).spec)
  const spec = specs.find(({ feedback }) =>
    feedback.some(({ responses }) => responses.some(({ reason }) => reason !== '')),
  )
  if (spec === undefined) throw new Error('histories have answers with reasons')
  const { document, record } = wholeOf(spec)
  const without = (change: (answer: AppendixAnswer) => AppendixAnswer[]) => {
    const items = document.appendix.sections.map((section) => ({
      ...section,
      items: section.items.map((item) => ({ ...item, answers: item.answers.flatMap(change) })),
    }))
    return { document: { ...document, appendix: { ...document.appendix, sections: items } }, record }
  }
  const renderings = ['page', 'markdown', 'html'] as const
  expect((await checkRenderings(spec, renderings)).problems).toEqual([])
  for (const rendering of renderings) {
    const noReasons = without((answer) => [{ ...answer, lines: [] }])
    expect((await checkRenderings(spec, [rendering], noReasons)).problems).not.toEqual([])
    expect(
      (
        await checkRenderings(
          spec,
          [rendering],
          without(() => []),
        )
      ).problems,
    ).not.toEqual([])
  }
})
