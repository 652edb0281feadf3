'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useRef, useTransition } from 'react'

type Props = {
  /** Where the form goes by GET; without a script the browser goes there itself. */
  action: string
  /** True when `action` answers with the canonical address of what was filled in. */
  resolves?: boolean
  /** Changes with the state that the server drew, so that fields follow a link that changed it. */
  state: string
  label: string
  className?: string | undefined
  children: ReactNode
}

/** A GET form that sends itself when a field changes and keeps scroll, focus and open lists where they are. */
export function QueryForm({ action, resolves = false, state, label, className, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const router = useRouter()
  const [pending, startTransition] = useTransition()

  useEffect(() => {
    const element = form.current
    const submit = (event: Event) => {
      // A field of its own, such as the search of a list, is no part of the query.
      if (event.target instanceof HTMLElement && event.target.dataset.own === undefined) element?.requestSubmit()
    }
    // React's onChange fires with every key; the browser's change waits until a field is left.
    element?.addEventListener('change', submit)
    return () => element?.removeEventListener('change', submit)
  }, [])

  useEffect(() => {
    if (form.current !== null && !pending && state !== undefined) showDrawnState(form.current)
  }, [pending, state])

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
    >
      {children}
    </form>
  )
}

/** Fields with something in them, in the order of the page. */
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

/** React leaves touched fields alone; this puts them to what the server drew. Selects say it in data-value. */
function showDrawnState(form: HTMLFormElement): void {
  const own = [...form.querySelectorAll<HTMLInputElement>('[data-own]')].map((field) => ({ field, value: field.value }))
  form.reset()
  for (const { field, value } of own) field.value = value
  for (const select of form.querySelectorAll<HTMLSelectElement>('select[data-value]'))
    select.value = select.dataset.value ?? ''
}
