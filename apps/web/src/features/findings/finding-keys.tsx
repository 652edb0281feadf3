'use client'

import type { FindingAction } from '@assay/domain/findings/change-state'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useKeyboardShortcuts } from '../../ui/use-keyboard-shortcuts.ts'
import style from './finding.module.css'
import { ACTION_OF_KEY, ACTION_WORDS, assign, isActionKey, sendAction, type TriageAction } from './triage-actions.ts'

type Props = {
  project: string
  id: string
  actions: readonly FindingAction[]
  isOwned: boolean
  /** The form for decisions with a reason or a known bug. */
  formHref: string
}

/** Triage of a finding below its headline, by buttons and by the keys of the list. */
export function FindingKeys({ project, id, actions, isOwned, formHref }: Props) {
  const router = useRouter()
  const [message, setMessage] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const send = async (request: Promise<string | undefined>, done: string) => {
    setIsBusy(true)
    const failure = await request
    setIsBusy(false)
    setMessage(failure ?? done)
    if (failure === undefined) router.refresh()
  }
  const decide = (action: TriageAction) =>
    void send(
      sendAction(project, [id], action).then(([failure]) => failure),
      `This finding: ${ACTION_WORDS[action].done}.`,
    )
  const keys = Object.keys(ACTION_OF_KEY)
    .filter(isActionKey)
    .filter((key) => actions.includes(ACTION_OF_KEY[key]))
  useKeyboardShortcuts(true, Object.fromEntries(keys.map((key) => [key, () => decide(ACTION_OF_KEY[key])])))
  return (
    <fieldset className={`${style.keys} no-print needs-script`} disabled={isBusy}>
      <legend className="visually-hidden">Triage</legend>
      {keys.map((key) => (
        <Button key={key} onClick={() => decide(ACTION_OF_KEY[key])} aria-keyshortcuts={key}>
          {ACTION_WORDS[ACTION_OF_KEY[key]].button} <kbd>{key}</kbd>
        </Button>
      ))}
      <Button onClick={() => void send(assign(project, id, !isOwned), isOwned ? 'Unassigned.' : 'Assigned to you.')}>
        {isOwned ? 'Unassign me' : 'Assign to me'}
      </Button>
      <a href={formHref}>With a reason, a known bug or a note</a>
      <span role="status">{message}</span>
    </fieldset>
  )
}
