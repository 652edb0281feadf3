'use client'

import { useRouter } from 'next/navigation'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import style from './inbox.module.css'

type Props = { project: string; mayWrite: boolean; children: ReactNode }

const ACTIONS = { a: 'acknowledge', c: 'confirm', n: 'dismiss' } as const
const WORDS = { acknowledge: 'acknowledged', confirm: 'confirmed', dismiss: 'not a bug' } as const

const isActionKey = (key: string): key is keyof typeof ACTIONS => Object.hasOwn(ACTIONS, key)

/**
 * The list of findings with keyboard shortcuts: j and k move, Enter opens; a, c and n triage, for people with write
 * access.
 */
export function Triage({ project, mayWrite, children }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const router = useRouter()
  const [message, setMessage] = useState('')

  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-finding]') ?? [])]
  const move = (by: number) => {
    const all = rows()
    const at = all.findIndex((row) => row.contains(document.activeElement))
    all[Math.min(Math.max(at + by, 0), all.length - 1)]?.focus()
  }
  const decide = async (row: HTMLElement, key: keyof typeof ACTIONS) => {
    const action = ACTIONS[key]
    const { client } = await import('../../trpc/client.ts')
    try {
      await client.findings.act.mutate({ project, id: row.dataset.finding ?? '', action })
      setMessage(`${row.querySelector('a')?.textContent ?? 'The finding'}: ${WORDS[action]}.`)
      move(1)
      router.refresh()
    } catch (error) {
      setMessage(error instanceof Error ? error.message : 'The server did not answer. Nothing was saved; try again.')
    }
  }
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const row = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-finding]') : null
    if (event.key === 'j' || event.key === 'k') move(event.key === 'j' ? 1 : -1)
    else if (event.key === 'Enter' && event.target === row) row?.querySelector('a')?.click()
    else if (mayWrite && row !== null && isActionKey(event.key)) void decide(row, event.key)
    else return
    event.preventDefault()
  }
  return (
    <>
      <p className={`${style.keys} needs-script`}>
        <kbd>j</kbd> <kbd>k</kbd> move, <kbd>Enter</kbd> opens
        {mayWrite && (
          <>
            , <kbd>a</kbd> acknowledge, <kbd>c</kbd> confirm, <kbd>n</kbd> not a bug
          </>
        )}
      </p>
      <p role="status" className={style.message}>
        {message}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the list handles the keys that move through it */}
      <ul ref={list} className={style.rows} aria-label="Findings" tabIndex={0} onKeyDown={onKeyDown}>
        {children}
      </ul>
    </>
  )
}
