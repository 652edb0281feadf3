'use client'

import type { SpecReviewers } from '../../trpc/api-types.ts'
import { Button } from '../../ui/button.tsx'
import { NewGuestLinkNote } from './created-link.tsx'
import style from './form.module.css'
import { useAct } from './use-act.ts'
import { useReviewers } from './use-reviewers.ts'

type Props = {
  project: string
  name: string
  reviewer: Pick<SpecReviewers['reviewers'][number], 'who' | 'link'>
  isAuthor: boolean
  /** The review is over, so reviewers can no longer be invited or removed. */
  isOver: boolean
}

/** Actions of an author for a reviewer: a new link, revoking the link, and withdrawing the invitation. */
export function ReviewerActions({ project, name, reviewer: { who, link }, isAuthor, isOver }: Props) {
  const reviewers = useReviewers(project, name)
  const { act, busy, failure } = useAct(project, name)
  const wait = busy || reviewers.busy
  const problem = failure || reviewers.failure
  return (
    <div className="needs-script">
      <div className={style.buttons}>
        {link?.isOpen === true && (
          <Button
            variant="quiet"
            disabled={wait}
            aria-label={`Revoke link: ${who.name}`}
            onClick={() => void reviewers.revokeLink(who.key)}
          >
            Revoke link
          </Button>
        )}
        {isAuthor && who.key.startsWith('guest:') && (!isOver || link?.until != null) && (
          <Button
            variant="quiet"
            disabled={wait}
            aria-label={`New link: ${who.name}`}
            onClick={() => void reviewers.renewLink({ key: who.key, reader: who.name, until: link?.until ?? null })}
          >
            New link
          </Button>
        )}
        {isAuthor && !isOver && (
          <Button
            variant="quiet"
            disabled={wait}
            aria-label={`Withdraw invitation: ${who.name}`}
            onClick={() => void act({ kind: 'uninvite', key: who.key })}
          >
            Withdraw invitation
          </Button>
        )}
      </div>
      {reviewers.link !== null && <NewGuestLinkNote link={reviewers.link} />}
      {problem !== '' && (
        <p role="alert" className={style.failure}>
          {problem}
        </p>
      )}
    </div>
  )
}
