'use client'

import '../ui/tokens.css'
import '../ui/base.css'
import { ErrorMessage } from '../features/shell/error-message.tsx'

type Props = { error: Error & { digest?: string }; reset: () => void }

/** Replaces the whole page, including its layout. */
export default function GlobalErrorPage(props: Props) {
  return (
    <html lang="en">
      <body>
        <title>Something went wrong · Assay</title>
        <ErrorMessage {...props} />
      </body>
    </html>
  )
}
