'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useRef, useTransition } from 'react'

type Props = {
  /** Target of the form by GET; without a script the browser opens it. */
  action: string
  /** True when `action` responds with the canonical address of the form values. */
  resolves?: boolean
  label: string
  className?: string | undefined
  /** The fields, whose values are the defaults of their elements. A search field without a name is not sent. */
  children: ReactNode
}

/** A GET form that submits itself when a field changes and keeps scroll position, focus and open lists. */
export function QueryForm({ action, resolves = false, label, className, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const router = useRouter()
  const [pending, startTransition] = useTransition()

  useEffect(() => {
    const element = form.current
    const submit = (event: Event) => {
      if (!isSearch(event.target)) element?.requestSubmit()
    }
    // React's onChange fires with every key; the browser's change event waits until a field is left.
    element?.addEventListener('change', submit)
    return () => element?.removeEventListener('change', submit)
  }, [])

  useEffect(() => {
    // Changed fields show the values of the server again, which has answered when nothing is pending.
    if (!pending && children !== undefined) form.current?.reset()
  }, [pending, children])

  const send = (element: HTMLFormElement) =>
    startTransition(async () => {
      const address = `${action}?${filledIn(element)}`
      const target = resolves ? await resolveAddress(address) : address
      startTransition(() => router.push(target, { scroll: false }))
    })

  return (
    <form
      ref={form}
      method="get"
      action={action}
      aria-label={label}
      className={className}
      data-pending={pending || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        send(event.currentTarget)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && isSearch(event.target)) event.preventDefault()
      }}
    >
      {children}
    </form>
  )
}

/** Returns the non-empty fields, in the order of the page. */
function filledIn(form: HTMLFormElement): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string' && value !== '') query.append(name, value)
  return query
}

async function resolveAddress(address: string): Promise<string> {
  const response = await fetch(address, { headers: { accept: 'text/plain' } })
  return response.ok ? response.text() : address
}

/** True for the search field of a list, which changes what is shown and not what is sent. */
const isSearch = (target: EventTarget | null) => target instanceof HTMLInputElement && target.type === 'search'
