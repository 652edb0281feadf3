import { expect, test } from 'vitest'
import type { ChartModel } from '../../../publish/chart/chart-model.ts'
import { NO_TLDR } from '../../tldr/tldr.ts'
import { studyHeadline } from './study-headline.ts'

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
