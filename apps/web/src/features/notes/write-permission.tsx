'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { createContext, type ReactNode, useContext } from 'react'
import { signInPath } from '../../paths.ts'

/**
 * Write permission of the visitor in this project; `no` is a person with read access, `sign-in` an anonymous visitor.
 */
type WritePermission = 'yes' | 'no' | 'sign-in'

const Context = createContext<WritePermission>('yes')

/** Set by the layout of a project for the forms in it. The server checks again. */
export function WritePermissionProvider({ value, children }: { value: WritePermission; children: ReactNode }) {
  return <Context value={value}>{children}</Context>
}

/**
 * Returns the text to show in place of a form for visitors without write access; null for visitors with write access.
 */
export function useRefusal(label: string): ReactNode {
  const may = useContext(Context)
  const path = usePathname()
  if (may === 'yes') return null
  if (may === 'no') return <p>{label}: you have read access to this project. Ask a maintainer for the role author.</p>
  return (
    <p>
      <Link href={signInPath({ next: path })}>Sign in</Link> to {label.charAt(0).toLowerCase() + label.slice(1)}.
    </p>
  )
}
