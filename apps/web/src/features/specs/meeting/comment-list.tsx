import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import style from './meeting.module.css'
import type { MeetingComment } from './prepare-meeting.ts'

type Props = { points: readonly MeetingComment[]; current: number | null; onChoose: (number: number) => void }

/** All comments of the meeting in the order of the text, with their responses. */
export function CommentList({ points, current, onChoose }: Props) {
  const left = points.filter(({ isOpen, last }) => isOpen && last === null).length
  return (
    <nav aria-label="Comments" className={style.list}>
      <p className={style.left}>
        {left} of {points.length} to discuss
      </p>
      <ol>
        {points.map((point) => (
          <li key={point.number}>
            <Button
              variant="plain"
              aria-current={point.number === current ? 'true' : undefined}
              onClick={() => onChoose(point.number)}
            >
              <span className={style.name}>{point.id}</span> <span className={style.giver}>{point.giver}</span>{' '}
              <StatusBadge point={point} />
            </Button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

export function StatusBadge({ point: { last, isOpen } }: { point: MeetingComment }) {
  if (last === null) return <Badge tone="accent">open</Badge>
  return (
    <Badge tone={last.draft ? 'warn' : 'plain'}>
      {last.title.toLowerCase()}
      {last.draft && isOpen ? ' (draft)' : ''}
    </Badge>
  )
}
