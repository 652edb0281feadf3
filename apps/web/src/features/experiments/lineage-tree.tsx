import { type LineageNode, lineageOf } from '@assay/domain/experiments/lineage'
import { ratioWords } from '@assay/domain/experiments/score-words'
import type { CandidateEvaluation } from '../../trpc/api-types.ts'
import style from './experiment.module.css'

type Props = { base: string; candidates: readonly CandidateEvaluation[] }

/** The candidates as a tree below the base. */
export function LineageTree({ base, candidates }: Props) {
  return (
    <ul className={style.tree}>
      <li>
        <span className={style.node}>0: {base}</span>
        <Branch nodes={lineageOf(candidates)} />
      </li>
    </ul>
  )
}

function Branch({ nodes }: { nodes: readonly LineageNode<CandidateEvaluation>[] }) {
  if (nodes.length === 0) return null
  return (
    <ul>
      {nodes.map(({ candidate: { number, description, score, decision, isBest }, otherParents, children }) => (
        <li key={number}>
          <a href={`#candidate-${number}`} className={style.node} data-decision={isBest ? 'best' : decision}>
            {number}: {description}
          </a>{' '}
          <span className={style.reason}>
            {score === null ? '' : `${ratioWords(score)}, `}
            {isBest ? 'best so far' : decision}
            {otherParents.length > 0 && `, also from ${otherParents.join(', ')}`}
          </span>
          <Branch nodes={children} />
        </li>
      ))}
    </ul>
  )
}
