'use client'

import { healthPath } from '../../paths.ts'
import button from '../../ui/button.module.css'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PageFrame } from './page-frame.tsx'
import { useLoadAgain } from './use-load-again.ts'

type Props = { error: Error & { digest?: string }; reset: () => void }

/** Error page: the next step, and the number under which the server logged the error. */
export function ErrorMessage({ error, reset }: Props) {
  const isWaiting = useLoadAgain(error)
  if (isWaiting) {
    return (
      <PageFrame>
        <PageHeader title="The connection broke" />
        <EmptyState title="What to do">
          <p>
            Nothing: the page is loaded again as soon as the server answers. What was typed into a spec or a report is
            kept in this browser.
          </p>
        </EmptyState>
      </PageFrame>
    )
  }
  return (
    <PageFrame>
      <PageHeader title="This page could not be made" />
      <EmptyState title="What to do">
        <p>
          The server failed while it made this page; nothing that is stored was changed. Most often the database is
          still starting: wait some seconds and try again.
        </p>
        <p>
          <button type="button" className={button.primary} onClick={reset}>
            Try again
          </button>
        </p>
        <p>
          If it stays so, <a href={healthPath()}>the health page</a> says whether the database answers
          {error.digest && (
            <>
              , and the server log has the cause under <code>{error.digest}</code>
            </>
          )}
          .
        </p>
      </EmptyState>
    </PageFrame>
  )
}
