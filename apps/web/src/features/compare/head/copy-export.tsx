'use client'

import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { writeClipboard } from '../../../ui/write-clipboard.ts'
import style from './copy-export.module.css'

type File = { format: string; label: string; href: string }
type State = { format: string; outcome: 'copied' | 'refused' | 'failed' } | null

const SHOWN_MS = 2_500

/** Copies the table as the server exports it, so that the pasted text equals a download. */
export function CopyExport({ files }: { files: readonly File[] }) {
  const [state, setState] = useState<State>(null)
  const copy = async ({ format, href }: File) => {
    const response = fetch(href).then((answer) =>
      answer.ok ? answer.text() : Promise.reject(new Error(`${answer.status}`)),
    )
    const outcome = await writeClipboard(
      format === 'html' ? { text: response, html: response } : { text: response },
    ).then(
      (copied) => (copied ? 'copied' : 'refused'),
      () => 'failed' as const,
    )
    setState({ format, outcome })
    setTimeout(() => setState(null), SHOWN_MS)
  }
  return (
    <fieldset className={`${style.copy} needs-script`}>
      <legend className="visually-hidden">Copy the table</legend>
      <span aria-hidden="true" className={style.word}>
        Copy as
      </span>
      {files.map((file) => (
        <Button variant="plain" key={file.format} onClick={() => void copy(file)} aria-label={`Copy as ${file.label}`}>
          {state?.format === file.format && state.outcome === 'copied' ? 'Copied' : file.label}
        </Button>
      ))}
      <span role="status" className={state === null || state.outcome === 'copied' ? 'visually-hidden' : style.refused}>
        {message(state)}
      </span>
    </fieldset>
  )
}

function message(state: State): string {
  switch (state?.outcome) {
    case 'copied':
      return 'Copied'
    case 'refused':
      return 'The browser refused; use Download'
    case 'failed':
      return 'The server did not answer; try again'
    case undefined:
      return ''
  }
}
