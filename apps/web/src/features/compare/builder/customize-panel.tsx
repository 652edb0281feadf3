'use client'

import dynamic from 'next/dynamic'
import { useEffect, useRef, useState } from 'react'
import button from '../../../ui/button.module.css'
import { QueryForm } from '../../../ui/query-form.tsx'
import style from './builder.module.css'
import type { BuilderProps } from './builder.tsx'

/** Its scripts and its hundreds of fields are loaded when the panel is opened. */
const Builder = dynamic(() => import('./builder.tsx').then((module) => module.Builder), {
  ssr: false,
  loading: () => <p>Loading the fields…</p>,
})

/** The form of a comparison, which unfolds below its button. */
export function CustomizePanel({ action, fields }: { action: string; fields: BuilderProps }) {
  const panel = useRef<HTMLDetailsElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    // The panel can be opened before its script has run.
    if (panel.current?.open) setOpen(true)
  }, [])
  return (
    <details
      ref={panel}
      className={`${style.customize} needs-script no-print`}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={button.button}>Customize</summary>
      <QueryForm action={action} resolves label="Comparison" className={`${style.form} ${style.columns}`}>
        {isOpen && <Builder {...fields} />}
      </QueryForm>
    </details>
  )
}
