import { expect, test } from 'vitest'
import { labelSubjects } from './subject-labels.ts'

const subjects = (...all: string[][]) => all.map((values) => ({ values, label: values.join(' ') }))
const labelsOf = (...all: string[][]) =>
  labelSubjects(['version', 'config'], subjects(...all)).map(({ label }) => label)

test('an unknown config is not named', () => {
  expect(labelsOf(['9.4.0', 'unknown'], ['9.5.0', 'unknown'])).toEqual(['9.4.0', '9.5.0'])
  expect(labelsOf(['5.6.51', 'cz12'], ['9.5.0', 'unknown'])).toEqual(['5.6.51 cz12', '9.5.0'])
})

test('it is named where only it tells two subjects apart, and where nothing else is known', () => {
  expect(labelsOf(['9.5.0', 'cz12'], ['9.5.0', 'unknown'])).toEqual(['9.5.0 cz12', '9.5.0 unknown'])
  expect(labelsOf(['unknown', 'unknown'], ['9.5.0', 'cz12'])).toEqual(['unknown unknown', '9.5.0 cz12'])
})
