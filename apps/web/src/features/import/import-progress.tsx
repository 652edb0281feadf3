import { Button } from '../../ui/button.tsx'
import style from './import.module.css'
import type { Progress } from './send-request.ts'

const STEPS = { packing: 'Packing the files', previewing: 'Sending the files', storing: 'Sending the files' } as const
const WORK = { packing: STEPS.packing, previewing: 'Reading the files', storing: 'Storing the runs' } as const

const WAITING = 'The connection is lost. Sending is retried'

type Props = { busy: keyof typeof STEPS; progress: Progress; onCancel: () => void }

/** The step that is under way, and a way to stop it. */
export function ImportProgress({ busy, progress, onCancel }: Props) {
  const text = progress === 'waiting' ? WAITING : progress === null ? WORK[busy] : STEPS[busy]
  const share = typeof progress === 'number' && busy !== 'packing' ? { value: progress, max: 1 } : {}
  return (
    <div className={style.progress} role="status">
      <span>{text} …</span>
      <progress aria-label={text} {...share} />
      {busy !== 'packing' && <Button onClick={onCancel}>Cancel</Button>}
    </div>
  )
}
