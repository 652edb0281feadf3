import type { Metadata } from 'next'
import { PageFrame } from '../features/shell/page-frame.tsx'
import { PageHeader } from '../ui/page-header.tsx'

export const metadata: Metadata = { title: 'The token is not valid' }

/** The page of status 401. It has no top bar, which would resolve the caller again. */
export default function Unauthorized() {
  return (
    <PageFrame>
      <PageHeader title="The token is not valid" />
      <p>
        The request carries a bearer token that is unknown, expired or revoked. Create a new token in the settings of
        the project, or send the request without the Authorization header.
      </p>
    </PageFrame>
  )
}
