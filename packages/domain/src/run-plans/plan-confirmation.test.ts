import { expect, test } from 'vitest'
import type { Runner, RunnerCommand } from '../run-requests/run-request.ts'
import { planConfirmation } from './plan-confirmation.ts'

const FINDING = { id: crypto.randomUUID(), product: 'PostgreSQL', hardware: 'lab3', from: '17.6', to: '18.1' }
const VERSION = { name: 'version', pattern: '.*', default: null }
const COMMAND: RunnerCommand = { name: 'bench', description: '', confirms: ['PostgreSQL'], parameters: [VERSION] }

const runner = (command: Partial<RunnerCommand>, hardware = 'lab3'): Runner => ({
  ...{ name: 'first', kind: 'machine', hardware, labels: [], capabilities: {}, version: null, isOnline: true },
  ...{ registeredAt: '2026-11-29T00:00:00Z', seenAt: '2026-11-29T00:00:00Z' },
  commands: [{ ...COMMAND, ...command }],
})

test('both versions are measured on the machine of the finding by the command that its owner named for the product', () => {
  const other = { ...runner({}, 'lab4'), name: 'other' }
  expect(planConfirmation(FINDING, [other, runner({})])).toMatchObject({
    ...{ kind: 'confirm', command: 'bench', runner: 'first', finding: FINDING.id, values: ['17.6', '18.1'] },
  })
})

test.each([
  ['is for another product', { confirms: ['MySQL'] }],
  ['may not confirm by itself', { confirms: undefined }],
  ['has no version', { parameters: [] }],
  ['needs another value', { parameters: [VERSION, { name: 'clients', pattern: '.*', default: null }] }],
])('nothing is planned when the command %s', (_, command) => {
  expect(planConfirmation(FINDING, [runner(command)])).toBeNull()
})
