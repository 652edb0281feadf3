'use client'

import type { ReactNode } from 'react'
import { CopyButton } from '../../ui/copy-button.tsx'
import style from './tokens.module.css'

/** A secret that is shown only once. */
export function ShownOnce({ label, secret, children }: { label: string; secret: string; children: ReactNode }) {
  return (
    <section className={style.once} aria-label={label}>
      <p>{children}</p>
      <div className={style.secret}>
        <output aria-label={label}>{secret}</output>
        <CopyButton text={secret} label={`Copy the ${label.toLowerCase()}`} />
      </div>
    </section>
  )
}
