'use client'

import { compareSpecFiles } from '@assay/domain/specs/seal/compare-files'
import { type VerifiedFile, verifySpecFile } from '@assay/domain/specs/seal/verify-spec-file'
import { useState } from 'react'
import { FileInput } from '../../../ui/file-input.tsx'
import { Notice } from '../../../ui/notice.tsx'
import style from './seal-report.module.css'
import { SealReport } from './seal-report.tsx'

type State = { kind: 'empty' } | { kind: 'refused'; message: string } | { kind: 'verified'; file: VerifiedFile }

/** Verifies a file, and against an earlier export of the same spec if there is one. */
function verify(file: string | null, earlier: string | null): State {
  if (file === null) return { kind: 'empty' }
  const verified = verifySpecFile(file, { now: new Date() })
  if (!verified.ok) return { kind: 'refused', message: verified.error }
  if (earlier === null) return { kind: 'verified', file: verified.value }
  const compared = compareSpecFiles(earlier, file)
  if (!compared.ok) return { kind: 'refused', message: compared.error }
  const { problems, notes } = verified.value
  return {
    kind: 'verified',
    file: {
      ...verified.value,
      problems: [...problems, ...compared.value.problems],
      notes: [...notes, ...compared.value.notes],
    },
  }
}

/** Fields for an exported file and an earlier one, and the result of the verification in this browser. */
export function VerifyFile() {
  const [file, setFile] = useState<string | null>(null)
  const [earlier, setEarlier] = useState<string | null>(null)
  const state = verify(file, earlier)
  return (
    <>
      <FileField label="File of a spec" onText={setFile} />
      <FileField
        label="Earlier export of the same spec, whose seal the file must continue (optional)"
        onText={setEarlier}
      />
      <div aria-live="polite" className={style.result}>
        {state.kind === 'refused' && <Notice title="The file cannot be verified.">{state.message}</Notice>}
        {state.kind === 'verified' && (
          <>
            <div>
              <h2>{`${state.file.name} ${state.file.title}`}</h2>
              <p>{`${state.file.organization}, ${state.file.project}`}</p>
            </div>
            <SealReport report={state.file} isRecordOnly={state.file.isRecordOnly} />
            {state.file.notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
          </>
        )}
      </div>
    </>
  )
}

function FileField({ label, onText }: { label: string; onText: (text: string | null) => void }) {
  const read = async (file: File | undefined) => onText(file === undefined ? null : await file.text())
  return (
    <p>
      <label>
        {label} <FileInput accept=".md,.json" onFiles={([file]) => void read(file)} />
      </label>
    </p>
  )
}
