'use client'

import { useRouter } from 'next/navigation'
import { Button } from '../../ui/button.tsx'
import { describeChanges } from './describe-changes.ts'
import style from './live-updates.module.css'
import { useProjectEvents } from './use-project-events.ts'

type Props = { project: string; spec?: string; position: { after: string | null } | null }

/** Says that others changed the project or the spec since its page was loaded. The page changes only on request. */
export function LiveUpdates({ project, spec, position }: Props) {
  return position === null ? null : <Notice project={project} spec={spec ?? null} after={position.after} />
}

function Notice(source: { project: string; spec: string | null; after: string | null }) {
  const router = useRouter()
  const [{ changes, isIncomplete }, forget] = useProjectEvents(source)
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
    </div>
  )
}
