/**
 * An error sentence for the first goal with a run but no text, or text but no run; empty when all goals are complete.
 */
export function incompleteGoal(goals: readonly { goal: string; run: string }[]): string {
  const at = goals.findIndex(({ goal, run }) => (goal === '') !== (run === ''))
  if (at === -1) return ''
  return goals[at]?.run === ''
    ? `Goal ${at + 1} has no run. Enter the address of the run that shows it, or clear the goal and describe it below.`
    : `Goal ${at + 1} has a run and no text. Enter the goal that the run shows as met or missed.`
}
