import { expect, test } from 'vitest'
import { untilIdle } from './until-idle.ts'

test('a process is idle after a minute without a job, and each job or failed check begins the minute again', async () => {
  const answers = [
    ...Array.from({ length: 29 }, () => 'nothing'),
    'job',
    ...Array.from({ length: 29 }, () => 'nothing'),
    'failure',
    ...Array.from({ length: 30 }, () => 'nothing'),
  ]
  let checks = 0
  const areDue = async () => {
    const answer = answers[checks]
    checks += 1
    if (answer === 'failure') throw new Error('the database is away')
    return answer === 'job'
  }
  await untilIdle(areDue, async () => undefined)
  expect(checks).toBe(answers.length)
})
