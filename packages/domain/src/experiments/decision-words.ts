import type { CandidateEvaluation } from './evaluation.ts'

/** The decision about a candidate; after the end of its experiment nothing more is measured. */
export function decisionWords(
  { decision, stage, runIds }: Pick<CandidateEvaluation, 'decision' | 'stage' | 'runIds'>,
  hasEnded: boolean,
): string {
  if (!hasEnded || decision !== 'measure more') return decision
  return stage === 'waiting' && runIds.length === 0 ? 'not measured' : 'undecided'
}
