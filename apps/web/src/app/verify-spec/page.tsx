import type { Metadata } from 'next'
import { PageFrame } from '../../features/shell/page-frame.tsx'
import { VerifyFile } from '../../features/specs/seal/verify-file.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

export const metadata: Metadata = { title: 'Verify a spec' }

/** Verifies an exported spec in the browser; the file is not sent anywhere. */
export default function VerifySpecPage() {
  return (
    <PageFrame>
      <PageHeader
        title="Verify a spec"
        summary="Choose the Markdown or JSON file of a spec as it was exported. It is verified in this browser and not sent anywhere."
      />
      <VerifyFile />
    </PageFrame>
  )
}
