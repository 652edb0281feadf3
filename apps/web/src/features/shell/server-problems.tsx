'use client'

import { useOffline } from 'next/offline'
import { healthPath } from '../../health-path.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PageFrame } from './page-frame.tsx'
import { readRequestId } from './request-id.ts'
import style from './server-problems.module.css'
import { useLoadAgain } from './use-load-again.ts'

// The layout of all pages loads this file, so that the error pages of its parts do not load the message again.

type Props = { error: Error & { digest?: string }; reset: () => void }

/** Error page with the next step and the number under which the server logged the error. */
export function ErrorMessage({ error, reset }: Props) {
  const isWaiting = useLoadAgain(error)
  const requestId = readRequestId()
  if (isWaiting) {
    return (
      <PageFrame>
        <PageHeader title="Connection lost" />
        <EmptyState title="What to do">
          <p>
            Nothing: the page reloads as soon as the server answers. Drafts of specs and reports are stored in this
            browser.
          </p>
        </EmptyState>
      </PageFrame>
    )
  }
  return (
    <PageFrame>
      <PageHeader title="Something went wrong" />
      <EmptyState title="What to do">
        <p>
          The server could not render this page; no stored data were changed. The database may still be starting: wait
          some seconds and try again.
        </p>
        <p>
          <Button variant="primary" onClick={reset}>
            Try again
          </Button>
        </p>
        <p>
          If the error persists, <a href={healthPath()}>the health page</a> says whether the database answers
          {error.digest && (
            <>
              , and the server log has the cause under <code>{error.digest}</code>
            </>
          )}
          .
          {requestId && (
            <>
              {' '}
              Request id: <code>{requestId}</code>.
            </>
          )}
        </p>
      </EmptyState>
    </PageFrame>
  )
}

/** Shows that the server does not respond and that the page waits for it. */
export function ServerUnreachable() {
  return useOffline() ? (
    <p role="alert" className={style.note}>
      The server does not answer. This page continues when it does.
    </p>
  ) : null
}
