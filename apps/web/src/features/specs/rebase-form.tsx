'use client'

import { Button } from '../../ui/button.tsx'
import { RefusalNote } from './refusal-note.tsx'
import { useAct } from './use-act.ts'

/** Records that a design spec was checked against a newer functional revision and is now based on it. */
export function RebaseForm({ project, name, to }: { project: string; name: string; to: number }) {
  const { act, busy, ...refused } = useAct(project, name)
  return (
    <>
      <Button className="needs-script" disabled={busy} onClick={() => void act({ kind: 'rebase', baseRevision: to })}>
        Build on revision {to}
      </Button>
      <RefusalNote {...refused} />
    </>
  )
}
