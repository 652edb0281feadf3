import type { StoredFinding } from '../findings/stored-finding.ts'
import type { Runner } from '../run-requests/run-request.ts'
import type { NewRunPlan } from './run-plan.ts'

/** The parameter of a command that gets the versions of a finding. */
const VERSION = 'version'
/** Runs of each version. Two runs of the younger version confirm a finding. */
const REPEATS = 2

type Finding = Pick<StoredFinding, 'id' | 'product' | 'hardware' | 'from' | 'to'>

/**
 * The plan that measures both versions of a finding again on its machine; null when no runner of that machine has a
 * command with which its owner lets the server confirm findings of the product.
 */
export function planConfirmation(
  { id, product, hardware, from, to }: Finding,
  runners: readonly Runner[],
): Partial<NewRunPlan> | null {
  for (const runner of runners.filter((one) => one.hardware === hardware)) {
    const command = runner.commands.find(
      ({ confirms = [], parameters }) =>
        confirms.includes(product) &&
        parameters.some(({ name }) => name === VERSION) &&
        parameters.every((parameter) => parameter.name === VERSION || parameter.default !== null),
    )
    if (command === undefined) continue
    const values = { vary: VERSION, values: [from, to], repeats: REPEATS }
    return { kind: 'confirm', command: command.name, runner: runner.name, finding: id, ...values }
  }
  return null
}
