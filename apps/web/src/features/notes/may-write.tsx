'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { createContext, type ReactNode, useContext } from 'react'
import { signInPath } from '../../paths.ts'

/** Whether who looks may write to the project; `no` is a person who may only read. */
export type MayWrite = 'yes' | 'no' | 'sign-in'

const Context = createContext<MayWrite>('yes')

/** Set by the layout of a project for the forms in it. The server asks again. */
export function MayWriteProvider({ value, children }: { value: MayWrite; children: ReactNode }) {
  return <Context value={value}>{children}</Context>
}

/** What stands in the place of a form for who may not send it; null for who may. */
export function useRefusal(label: string): ReactNode {
  const may = useContext(Context)
  const path = usePathname()
  if (may === 'yes') return null
  if (may === 'no') return <p>{label}: you may read this project. Ask a maintainer for the role author.</p>
  return (
    <p>
      <Link href={signInPath({ next: path })}>Sign in</Link> to {label.charAt(0).toLowerCase() + label.slice(1)}.
    </p>
  )
}
