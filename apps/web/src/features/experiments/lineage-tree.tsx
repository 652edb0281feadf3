import { decisionWords } from '@assay/domain/experiments/decision-words'
import { type LineageNode, lineageOf } from '@assay/domain/experiments/lineage'
import { ratioWords } from '@assay/domain/experiments/score-words'
import type { CandidateEvaluation } from '../../trpc/api-types.ts'
import style from './experiment.module.css'

type Props = { base: string; candidates: readonly CandidateEvaluation[]; hasEnded: boolean }

/** The candidates as a tree below the base. */
export function LineageTree({ base, candidates, hasEnded }: Props) {
  return (
    <ul className={style.tree}>
      <li>
        <span className={style.node}>0: {base}</span>
        <Branch nodes={lineageOf(candidates)} hasEnded={hasEnded} />
      </li>
    </ul>
  )
}

type BranchProps = { nodes: readonly LineageNode<CandidateEvaluation>[]; hasEnded: boolean }

function Branch({ nodes, hasEnded }: BranchProps) {
  if (nodes.length === 0) return null
  return (
    <ul>
      {nodes.map(({ candidate, otherParents, children }) => (
        <li key={candidate.number}>
          <a
            href={`#candidate-${candidate.number}`}
            className={style.node}
            data-decision={candidate.isBest ? 'best' : candidate.decision}
          >
            {candidate.number}: {candidate.description}
          </a>{' '}
          <span className={style.reason}>
            {candidate.score === null ? '' : `${ratioWords(candidate.score)}, `}
            {candidate.isBest ? 'best so far' : decisionWords(candidate, hasEnded)}
            {otherParents.length > 0 && `, also from ${otherParents.join(', ')}`}
          </span>
          <Branch nodes={children} hasEnded={hasEnded} />
        </li>
      ))}
    </ul>
  )
}
