/** The first goal that has a run and no words, or words and no run, as a sentence that says where; empty where all are whole. */
export function incompleteGoal(goals: readonly { goal: string; run: string }[]): string {
  const at = goals.findIndex(({ goal, run }) => (goal === '') !== (run === ''))
  if (at === -1) return ''
  return goals[at]?.run === ''
    ? `Goal ${at + 1} has no run. Enter the address of the run that shows it, or clear the goal and describe it below.`
    : `Goal ${at + 1} has a run and no text. Enter the goal that the run shows as met or missed.`
}
