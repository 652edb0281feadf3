type Said = {
  outcome: string
  note: string
  versions: readonly string[]
  goals: readonly { goal: string; run: string }[]
}

/** What a form about what became of a spec lacks, as a sentence that says where; empty where it lacks nothing. */
export function missingInOutcome({ outcome, note, versions, goals }: Said): string {
  const at = goals.findIndex(({ goal, run }) => (goal === '') !== (run === ''))
  const one = goals[at]
  if (one !== undefined) {
    return one.run === ''
      ? `Goal ${at + 1} names no run. Put in the address of the run that shows it, or empty the goal and say it in words below.`
      : `Goal ${at + 1} has a run and no words. Say which goal the run shows met or missed.`
  }
  if (note !== '') return ''
  if (outcome === 'abandoned') return 'Say in words below why it was abandoned.'
  const isShown = versions.length > 0 || goals.some(({ run }) => run !== '')
  return outcome === 'built' && !isShown
    ? 'Name a version that has it or a run that shows it, or say in words below what was built.'
    : ''
}
