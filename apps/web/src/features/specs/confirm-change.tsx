'use client'

import type { Amendment } from '@assay/domain/specs/spec'
import { Button } from '../../ui/button.tsx'
import { RefusalNote } from './refusal-note.tsx'
import { useAct } from './use-act.ts'

/** An editorial revision that no reviewer has confirmed, with a button for reviewers. */
export function ConfirmChange({ project, name, change }: { project: string; name: string; change: Amendment }) {
  const { act, busy, ...refused } = useAct(project, name)
  const { revision, note, by } = change
  return (
    <p className="needs-script">
      {`Revision ${revision} by ${by.name}: ${note}. `}
      <Button variant="quiet" disabled={busy} onClick={() => void act({ kind: 'confirm-change', revision })}>
        Confirm as an editorial change
      </Button>
      <RefusalNote {...refused} />
    </p>
  )
}
