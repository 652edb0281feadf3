'use client'

import dynamic from 'next/dynamic'
import button from '../../../ui/button.module.css'
import { QueryForm } from '../../../ui/query-form.tsx'
import { useOpenedDetails } from '../../../ui/use-opened-details.ts'
import style from './builder.module.css'
import type { BuilderProps } from './builder.tsx'

/** Its scripts and its hundreds of fields are loaded when the panel is opened. */
const Builder = dynamic(() => import('./builder.tsx').then((module) => module.Builder), {
  ssr: false,
  loading: () => <p>Loading the fields…</p>,
})

/** The form of a comparison, which unfolds below its button. */
export function CustomizePanel({ action, fields }: { action: string; fields: BuilderProps }) {
  const { isOpen, details } = useOpenedDetails()
  return (
    <details {...details} className={`${style.customize} needs-script no-print`}>
      <summary className={button.button}>Customize</summary>
      <QueryForm action={action} resolves label="Comparison" className={`${style.form} ${style.columns}`}>
        {isOpen && <Builder {...fields} />}
      </QueryForm>
    </details>
  )
}
