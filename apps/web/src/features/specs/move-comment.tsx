'use client'

import { Button } from '../../ui/button.tsx'
import { selectionAnchor } from './comment-form.tsx'
import style from './form.module.css'
import { RefusalNote } from './refusal-note.tsx'
import { setSelection, useSelection } from './spec-selection.ts'
import { useAct } from './use-act.ts'

/** Moves a comment to the selected text when its anchor is detached or wrong. */
export function MoveComment({ project, name, number }: { project: string; name: string; number: number }) {
  const { act, busy, ...refused } = useAct(project, name)
  const picked = useSelection()
  const move = async () => {
    if (picked !== null && (await act({ kind: 'place', feedback: number, anchor: selectionAnchor(picked) })))
      setSelection(null)
  }
  return (
    <div className={`${style.acts} needs-script`}>
      <Button disabled={busy || picked === null} aria-describedby={`place-${number}`} onClick={() => void move()}>
        Move here
      </Button>
      <p className={style.faint} id={`place-${number}`}>
        {picked === null ? 'Select the text that the comment is about.' : `On “${short(picked.quote)}”.`}
      </p>
      <RefusalNote {...refused} />
    </div>
  )
}

const short = (text: string): string => (text.length <= 60 ? text : `${text.slice(0, 60)}…`)
