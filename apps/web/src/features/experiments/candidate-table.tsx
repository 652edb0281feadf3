import { decisionWords } from '@assay/domain/experiments/decision-words'
import { ratioWords } from '@assay/domain/experiments/score-words'
import { runPath } from '../../paths.ts'
import type { CandidateEvaluation } from '../../trpc/api-types.ts'
import { Badge } from '../../ui/badge.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { SizeBar } from '../../ui/size-bar.tsx'
import style from './experiment.module.css'
import { hoursWords } from './hours-words.ts'

type Props = {
  project: string
  candidates: readonly CandidateEvaluation[]
  hasEnded: boolean
  showsHoldout: boolean
}

/** All candidates in the order of their numbers. */
export function CandidateTable({ candidates, ...shown }: Props) {
  if (candidates.length === 0) return <p>No candidate was proposed yet. Measure the base, then propose one.</p>
  return (
    <DataTable
      caption="Candidates"
      columns={columns(shown)}
      rows={candidates}
      rowKey={({ number }) => String(number)}
      stacks
    />
  )
}

const columns = ({ project, hasEnded, showsHoldout }: Omit<Props, 'candidates'>): Column<CandidateEvaluation>[] => [
  {
    key: 'candidate',
    header: 'Candidate',
    heads: true,
    wraps: true,
    cell: ({ number, description, isBest, isOnParetoFront }) => (
      <span id={`candidate-${number}`}>
        {number}: {description} {isBest && <Badge tone="accent">best so far</Badge>}{' '}
        {isOnParetoFront && <Badge>Pareto front</Badge>}
      </span>
    ),
  },
  {
    key: 'score',
    header: 'Score',
    numeric: true,
    cell: ({ score }) =>
      score === null ? (
        '-'
      ) : (
        <span className={style.score}>
          <SizeBar {...score} tone={score.low > 1 ? 'better' : score.high < 1 ? 'worse' : 'plain'} />
          {ratioWords(score)}
        </span>
      ),
  },
  {
    key: 'decision',
    header: 'Decision',
    wraps: true,
    cell: (candidate) => (
      <>
        <Badge tone={TONES[candidate.decision]}>{decisionWords(candidate, hasEnded)}</Badge>{' '}
        <Reason candidate={candidate} hasEnded={hasEnded} />
      </>
    ),
  },
  {
    key: 'record',
    header: 'Record',
    about: 'attested: signed by a runner whose key the candidate cannot read',
    cell: ({ isAttested, runIds }) => (runIds.length === 0 ? '-' : isAttested ? 'attested' : 'unattested'),
  },
  {
    key: 'runs',
    header: 'Runs',
    numeric: true,
    cell: ({ runIds }) => {
      const [last] = runIds.slice(-1)
      return last === undefined ? 0 : <a href={runPath(project, last)}>{runIds.length}</a>
    },
  },
  ...(showsHoldout
    ? [
        {
          key: 'holdout',
          header: 'Holdout score',
          numeric: true,
          cell: ({ holdout }: CandidateEvaluation) => (holdout === null ? '-' : ratioWords(holdout)),
        },
      ]
    : []),
  {
    key: 'novelty',
    header: 'Novelty',
    numeric: true,
    wideOnly: true,
    about: '0% repeats an earlier candidate; 100% has nothing in common with any',
    cell: ({ novelty }) => (novelty === null ? '-' : `${Math.round(100 * novelty)}%`),
  },
  {
    key: 'hours',
    header: 'Machine',
    numeric: true,
    wideOnly: true,
    cell: ({ machineHours }) => hoursWords(machineHours),
  },
]

const TONES = { keep: 'accent', reject: 'plain', 'measure more': 'plain', flagged: 'warn' } as const

type ReasonProps = { candidate: CandidateEvaluation; hasEnded: boolean }

function Reason({ candidate: { reason, measureMore, notes }, hasEnded }: ReasonProps) {
  const more =
    measureMore === null || hasEnded
      ? ''
      : ` Next: ${measureMore.candidate} of the candidate, ${measureMore.base} of the base.`
  return (
    <span className={style.reason}>
      {reason}
      {more} {notes.length > 0 && `${notes.length} not counted.`}
    </span>
  )
}
