'use client'

import type { FindingAction } from '@assay/domain/findings/change-state'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useKeyboardShortcuts } from '../../ui/use-keyboard-shortcuts.ts'
import style from './finding.module.css'
import { ACTION_OF_KEY, ACTION_WORDS, isActionKey, sendAction, type TriageAction } from './triage-actions.ts'

type Props = { project: string; id: string; actions: readonly FindingAction[] }

/** Triage of a finding on its page by the keys of the list; the forms below do the same. */
export function FindingKeys({ project, id, actions }: Props) {
  const router = useRouter()
  const [message, setMessage] = useState('')
  const decide = async (action: TriageAction) => {
    const [failure] = await sendAction(project, [id], action)
    setMessage(failure ?? `This finding: ${ACTION_WORDS[action].done}.`)
    if (failure === undefined) router.refresh()
  }
  const keys = Object.keys(ACTION_OF_KEY)
    .filter(isActionKey)
    .filter((key) => actions.includes(ACTION_OF_KEY[key]))
  useKeyboardShortcuts(true, Object.fromEntries(keys.map((key) => [key, () => void decide(ACTION_OF_KEY[key])])))
  return (
    <div className={`${style.keys} no-print needs-script`}>
      {keys.map((key) => (
        <span key={key}>
          <kbd>{key}</kbd> {ACTION_WORDS[ACTION_OF_KEY[key]].button}
        </span>
      ))}
      <span role="status">{message}</span>
    </div>
  )
}
