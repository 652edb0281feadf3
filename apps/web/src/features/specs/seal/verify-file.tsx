'use client'

import { type VerifiedFile, verifySpecFile } from '@assay/domain/specs/seal/verify-spec-file'
import { useState } from 'react'
import { Input } from '../../../ui/input.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SealReport } from './seal-report.tsx'

type State = { kind: 'empty' } | { kind: 'refused'; message: string } | { kind: 'verified'; file: VerifiedFile }

/** A field for an exported file, and the result of its verification in this browser. */
export function VerifyFile() {
  const [state, setState] = useState<State>({ kind: 'empty' })
  const verify = async (file: File | undefined) => {
    if (file === undefined) return
    const verified = verifySpecFile(await file.text(), { now: new Date() })
    setState(verified.ok ? { kind: 'verified', file: verified.value } : { kind: 'refused', message: verified.error })
  }
  return (
    <>
      <p>
        <label>
          File of a spec{' '}
          <Input type="file" accept=".md,.json" onChange={({ target }) => void verify(target.files?.[0])} />
        </label>
      </p>
      <div aria-live="polite">
        {state.kind === 'refused' && <Notice title="The file cannot be verified.">{state.message}</Notice>}
        {state.kind === 'verified' && (
          <>
            <h2>{`${state.file.name} ${state.file.title}`}</h2>
            <p>{`${state.file.organization}, ${state.file.project}`}</p>
            <SealReport report={state.file} />
            {state.file.notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
          </>
        )}
      </div>
    </>
  )
}
