/** The first goal that has a run and no words, or words and no run, as a sentence that says where; empty where all are whole. */
export function incompleteGoal(goals: readonly { goal: string; run: string }[]): string {
  const at = goals.findIndex(({ goal, run }) => (goal === '') !== (run === ''))
  if (at === -1) return ''
  return goals[at]?.run === ''
    ? `Goal ${at + 1} names no run. Put in the address of the run that shows it, or empty the goal and say it in words below.`
    : `Goal ${at + 1} has a run and no words. Say which goal the run shows met or missed.`
}
