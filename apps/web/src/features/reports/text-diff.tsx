import { showBidiControls } from '@assay/domain/json/readable-text'
import type { DiffSegment } from '../../trpc/api-types.ts'
import style from './diff.module.css'

/** Number of unchanged lines that are shown around each change. */
const LINES_AROUND = 3

/** Additions and removals in a text, with a few lines of context. */
export function TextDiff({ parts }: { parts: readonly DiffSegment[] }) {
  if (parts.every(({ kind }) => kind === 'same')) return <p className={style.same}>Nothing changed.</p>
  return (
    <div className={style.diff}>
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: segments have no identity besides their position
        <Segment key={at} part={part} isFirst={at === 0} isLast={at === parts.length - 1} />
      ))}
    </div>
  )
}

function Segment({ part, isFirst, isLast }: { part: DiffSegment; isFirst: boolean; isLast: boolean }) {
  const { kind } = part
  const text = showBidiControls(part.text)
  if (kind !== 'same') {
    const Change = kind === 'added' ? 'ins' : 'del'
    return (
      <Change>
        <span className="visually-hidden">{`${kind}: `}</span>
        {text}
      </Change>
    )
  }
  const lines = text.split('\n')
  const before = isFirst ? 0 : LINES_AROUND
  const after = isLast ? 0 : LINES_AROUND
  const hidden = lines.length - before - after
  if (hidden <= 2) return <span>{text}</span>
  return (
    <>
      <span>{lines.slice(0, before).join('\n')}</span>
      <span className={style.hidden}>{`${hidden} lines are the same`}</span>
      <span>{after > 0 && lines.slice(lines.length - after).join('\n')}</span>
    </>
  )
}
