'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { countOf } from '../../ui/format-count.ts'
import style from './inbox.module.css'
import { ACTION_OF_KEY, ACTION_WORDS, isActionKey, sendAction, type TriageAction } from './triage-actions.ts'

type Props = { project: string; mayWrite: boolean; children: ReactNode }

/**
 * The list of findings with keyboard shortcuts: j and k move, Enter opens. People with write access select findings with
 * x and triage the selected ones, or else the one with the focus, with a, c and n or with buttons.
 */
export function Triage({ project, mayWrite, children }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const router = useRouter()
  const [messages, setMessages] = useState<readonly string[]>([])
  const [selected, setSelected] = useState<readonly string[]>([])
  const [isBusy, setIsBusy] = useState(false)

  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-finding]') ?? [])]
  const boxes = () => [...(list.current?.querySelectorAll<HTMLInputElement>('input[name="finding"]') ?? [])]
  const readBoxes = () => setSelected(boxes().flatMap((box) => (box.checked ? [box.value] : [])))
  const check = (isChecked: boolean) => {
    for (const box of boxes()) box.checked = isChecked
    readBoxes()
  }
  const move = (by: number) => {
    const all = rows()
    const at = all.findIndex((row) => row.contains(document.activeElement))
    all[Math.min(Math.max(at + by, 0), all.length - 1)]?.focus()
  }
  /** Number of decisions that are being sent. */
  const open = useRef(0)
  const decide = async (ids: readonly string[], action: TriageAction) => {
    if (open.current === 0) setMessages([])
    open.current += 1
    setIsBusy(true)
    const failures = await sendAction(project, ids, action)
    open.current -= 1
    setIsBusy(open.current > 0)
    const done = ids.length - failures.length
    const [first] = failures
    const named = rows()
      .find(({ dataset }) => dataset.finding === ids[0])
      ?.querySelector('h2')?.textContent
    const subject = ids.length === 1 ? (named ?? 'The finding') : countOf(done, 'finding')
    const parts = [done > 0 ? `${subject}: ${ACTION_WORDS[action].done}.` : '', first ?? '']
    // Decisions that are made one after the other by keys are answered together.
    setMessages((before) => [...before, ...parts.filter((part) => part !== '')])
    if (failures.length === 0) check(false)
    if (done > 0) router.refresh()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const row = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-finding]') : null
    if (event.key === 'j' || event.key === 'k') move(event.key === 'j' ? 1 : -1)
    else if (event.key === 'Enter' && event.target === row) row?.querySelector('a')?.click()
    else if (mayWrite && event.key === 'x' && row !== null) row.querySelector('input')?.click()
    else if (mayWrite && event.key === 'Escape' && selected.length > 0) check(false)
    else if (mayWrite && row !== null && isActionKey(event.key)) {
      const isAlone = selected.length === 0
      void decide(isAlone ? [row.dataset.finding ?? ''] : selected, ACTION_OF_KEY[event.key])
      if (isAlone) move(1)
    } else return
    event.preventDefault()
  }
  const onChange = (event: FormEvent) => {
    if (event.target instanceof HTMLInputElement && event.target.name === 'finding') readBoxes()
  }
  return (
    <>
      <div className={`${style.keys} needs-script`}>
        <p>
          <kbd>j</kbd> <kbd>k</kbd> move, <kbd>Enter</kbd> opens
          {mayWrite && (
            <>
              , <kbd>x</kbd> selects, <kbd>a</kbd> acknowledge, <kbd>c</kbd> confirm, <kbd>n</kbd> not a bug
            </>
          )}
        </p>
        {mayWrite && (
          <fieldset className={style.bulk} disabled={isBusy}>
            <legend className="visually-hidden">Selected findings</legend>
            <Button variant="quiet" onClick={() => check(selected.length === 0)}>
              {selected.length === 0 ? 'Select all' : `Clear ${selected.length} selected`}
            </Button>
            {selected.length > 0 &&
              Object.values(ACTION_OF_KEY).map((action) => (
                <Button key={action} onClick={() => void decide(selected, action)}>
                  {ACTION_WORDS[action].button}
                </Button>
              ))}
          </fieldset>
        )}
      </div>
      <p role="status" className={style.message}>
        {messages.join(' ')}
      </p>
      <ul
        ref={list}
        className={style.rows}
        aria-label="Findings"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the list handles the keys that move through it
        tabIndex={0}
        onKeyDown={onKeyDown}
        onChange={onChange}
      >
        {children}
      </ul>
    </>
  )
}
