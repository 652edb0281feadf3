import { Button } from '../../../ui/button.tsx'
import style from './meeting.module.css'
import type { ResponseChoice } from './response-choices.ts'

type StartProps = { busy: boolean; isAuthor: boolean; onStart(): void }

export function StartMeeting({ busy, isAuthor, onStart }: StartProps) {
  return (
    <div className={style.begin}>
      <Button variant="plain" className={`${style.primary} needs-script`} disabled={busy} onClick={onStart}>
        Start the meeting <kbd>h</kbd>
      </Button>
      <p>{isAuthor ? 'You can also respond to comments before the meeting.' : 'You can write once it has started.'}</p>
    </div>
  )
}

type Props = {
  choices: readonly ResponseChoice[]
  busy: boolean
  /** Absent when there is no response to confirm. */
  onConfirm?: (() => void) | undefined
  onRespond(choice: ResponseChoice): void
  /** Absent when the person may add no comments. */
  onNew?: (() => void) | undefined
}

/** The responses to the current comment, and a new comment, each with its key. */
export function MeetingButtons({ choices, busy, onConfirm, onRespond, onNew }: Props) {
  return (
    <div className={`${style.answers} needs-script`}>
      {onConfirm !== undefined && (
        <Button variant="plain" disabled={busy} className={style.primary} onClick={onConfirm}>
          Confirm <kbd>c</kbd>
        </Button>
      )}
      {choices.map((choice) => (
        <Button variant="plain" key={choice.kind} className={style.choice} onClick={() => onRespond(choice)}>
          {choice.label} <kbd>{choice.key}</kbd>
        </Button>
      ))}
      {onNew !== undefined && (
        <Button variant="plain" className={style.choice} onClick={onNew}>
          New comment <kbd>n</kbd>
        </Button>
      )}
    </div>
  )
}
