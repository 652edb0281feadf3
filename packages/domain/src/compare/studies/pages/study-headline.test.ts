import { expect, test } from 'vitest'
import type { ChartModel } from '../../../publish/chart/chart-model.ts'
import { NO_TLDR } from '../../tldr/tldr.ts'
import { studyHeadline, summaryBelow } from './study-headline.ts'

const figure = (summary: string): ChartModel => ({
  ...{ id: 'lead', title: 'Figure', summary, draw: 'bar', x: { kind: 'ordered', label: '', places: [] } },
  y: { label: '', unit: '', better: 'neither', format: 'value' },
  series: [],
})
const page = { title: 'Repeats', tldr: NO_TLDR, summary: 'Every repeat by the first.' }

test('the headline is the summary of the only figure', () => {
  const lead = [figure('229 of 450 repeats are within 1% of 18.0. More text.')]
  expect(studyHeadline(page, lead)).toBe('Repeats: 229 of 450 repeats are within 1% of 18.0')
})

test('with several figures it is the sentence with the largest effect that is short enough', () => {
  const lead = [figure('1 of 2.'), figure('2 of 2.')]
  const sentences = [
    { parts: [`${'long '.repeat(40)}9.`], effect: 3 },
    { parts: ['18.0 is 6% slower.'], effect: 1 },
  ]
  expect(studyHeadline({ ...page, tldr: { sentences, left: 0 } }, lead)).toBe('Repeats: 18.0 is 6% slower')
})

test('without a sentence with numbers it is the title', () => {
  expect(studyHeadline(page, [])).toBe('Repeats')
})

test('the summary does not repeat the headline', () => {
  const summary = 'Of 450 pairs 229 agree within 1%. A single run is good to 3.4%.'
  const headline = studyHeadline({ ...page, summary }, [])
  expect(headline).toBe('Repeats: of 450 pairs 229 agree within 1%')
  expect(summaryBelow(summary, headline)).toBe('A single run is good to 3.4%.')
  expect(summaryBelow('Another sentence.', headline)).toBe('Another sentence.')
})
