'use client'

import { useState } from 'react'
import button from './button.module.css'
import { writeClipboard } from './write-clipboard.ts'

/** Copies a text that the page already contains. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [state, setState] = useState<'ready' | 'copied' | 'refused'>('ready')
  const copy = async () => {
    setState((await writeClipboard({ text })) ? 'copied' : 'refused')
    setTimeout(() => setState('ready'), 2_000)
  }
  return (
    <button type="button" className={`${button.button} needs-script`} onClick={() => void copy()} aria-label={label}>
      <span aria-live="polite">{{ ready: 'Copy', copied: 'Copied', refused: 'Select and copy' }[state]}</span>
    </button>
  )
}
