'use client'

import { useRouter } from 'next/navigation'
import type { SeenState } from '../../trpc/api-types.ts'
import { Button } from '../../ui/button.tsx'
import { describeChanges } from './describe-changes.ts'
import { EditingNow } from './editing-now.tsx'
import style from './live-updates.module.css'
import { useEditing } from './use-editing.ts'
import { useProjectEvents } from './use-project-events.ts'

type Props = { project: string; spec?: string; position: SeenState | null }

/** Says that others changed the project or the spec since its page was loaded. The page changes only on request. */
export function LiveUpdates({ project, spec, position }: Props) {
  return position === null ? null : <Notice project={project} spec={spec ?? null} {...position} />
}

function Notice(source: SeenState & { project: string; spec: string | null }) {
  const router = useRouter()
  const [editing, onEditing] = useEditing()
  const [{ changes, isIncomplete }, forget] = useProjectEvents(source, onEditing)
  const text = describeChanges(changes)
  const show = () => {
    forget()
    router.refresh()
  }
  return (
    <div aria-live="polite">
      {(text !== '' || isIncomplete) && (
        <p className={style.note}>
          {text === '' ? 'This page may be out of date.' : `${text}.`}
          <Button onClick={show}>Show</Button>
        </p>
      )}
      <EditingNow names={editing} />
    </div>
  )
}
