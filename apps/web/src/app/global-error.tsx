'use client'

import '../ui/tokens.css'
import '../ui/base.css'
import frame from '../features/shell/page-frame.module.css'
import { healthPath } from '../health-path.ts'
import { Button } from '../ui/button.tsx'

type Props = { error: Error & { digest?: string } }

/**
 * Replaces the whole page, including its layout. Every page loads this script, so that it needs hardly any component and
 * no list of addresses.
 */
export default function GlobalErrorPage({ error: { digest } }: Props) {
  return (
    <html lang="en">
      <body>
        <title>Something went wrong · Assay</title>
        <main className={frame.reading}>
          <h1>Something went wrong</h1>
          <p>
            The server could not render this page; no stored data were changed. Wait some seconds and try again. If the
            error persists, <a href={healthPath()}>the health page</a> says whether the database answers
            {digest !== undefined && (
              <>
                , and the server log has the cause under <code>{digest}</code>
              </>
            )}
            .
          </p>
          <p>
            <Button variant="primary" onClick={() => window.location.reload()}>
              Try again
            </Button>
          </p>
        </main>
      </body>
    </html>
  )
}
