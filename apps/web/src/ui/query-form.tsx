'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, useTransition } from 'react'
import { filterList, searchField } from './filter-list.ts'
import { useMorphedHtml } from './morphed-html.tsx'

type Props = {
  /** Target of the form by GET; without a script the browser opens it. */
  action: string
  /** True when `action` responds with the canonical address of the form values. */
  resolves?: boolean
  label: string
  className?: string | undefined
  /** The fields, created by `html`. A field with `data-filters` searches the list with that id and is not sent. */
  html: string
}

/** A GET form that submits itself when a field changes and keeps scroll position, focus and open lists. */
export function QueryForm({ action, resolves = false, label, className, html }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const first = useMorphedHtml(form, html)
  const router = useRouter()
  const [pending, startTransition] = useTransition()

  useEffect(() => {
    const element = form.current
    const submit = (event: Event) => {
      if (searchField(event) === null) element?.requestSubmit()
    }
    // React's onChange fires with every key; the browser's change event waits until a field is left.
    element?.addEventListener('change', submit)
    return () => element?.removeEventListener('change', submit)
  }, [])

  useEffect(() => {
    if (form.current !== null && !pending && html !== undefined) showDrawnState(form.current)
  }, [pending, html])

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
      onInput={(event) => {
        const field = searchField(event)
        if (field !== null) filterList(field)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && searchField(event) !== null) event.preventDefault()
      }}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the tag `html` escapes every text
      dangerouslySetInnerHTML={first}
    />
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

/** Resets changed fields to the values of the server. Text in a list search stays. */
function showDrawnState(form: HTMLFormElement): void {
  const searches = [...form.querySelectorAll<HTMLInputElement>('[data-filters]')].map((field) => ({
    field,
    value: field.value,
  }))
  form.reset()
  for (const { field, value } of searches) {
    field.value = value
    filterList(field)
  }
}
