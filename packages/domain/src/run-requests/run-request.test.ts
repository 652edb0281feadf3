import { expect, test } from 'vitest'
import { NewRunner } from './run-request.ts'

const command = (name: string) => ({
  name,
  parameters: Array.from({ length: 40 }, (_, at) => ({ name: `p${at}`, pattern: 'x'.repeat(400) })),
})
const runner = (commands: number, capabilities = 1) =>
  NewRunner.safeParse({
    hardware: 'box',
    commands: Array.from({ length: commands }, (_, at) => command(`c${at}`)),
    capabilities: Object.fromEntries(Array.from({ length: capabilities }, (_, at) => [`k${at}`, at])),
  })

test('the commands and capabilities of a runner have a maximum size', () => {
  expect([runner(3).success, runner(4).success, runner(1, 50).success, runner(1, 51).success]).toEqual([
    ...[true, false],
    ...[true, false],
  ])
})
