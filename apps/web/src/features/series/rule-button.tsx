'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { rulesPath } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import type { RuleForm } from './read-rule-form.ts'
import style from './series.module.css'

type Props = { project: string; label: string; about?: string } & ({ save: RuleForm } | { remove: string })

/** Saves the previewed rule, or deletes one; for signed-in people. */
export function RuleButton({ project, label, about, ...what }: Props) {
  const router = useRouter()
  const [message, setMessage] = useState('')
  const send = async () => {
    const [{ client }, { failureText }] = await Promise.all([
      import('../../trpc/client.ts'),
      import('../../trpc/failure-text.ts'),
    ])
    try {
      if ('save' in what) await client.rules.save.mutate({ project, rule: what.save })
      else await client.rules.remove.mutate({ project, id: what.remove })
      router.push(rulesPath(project))
      router.refresh()
    } catch (error) {
      setMessage(failureText(error))
    }
  }
  return (
    <div className="needs-script">
      <Button variant={'save' in what ? 'primary' : 'secondary'} onClick={() => void send()}>
        {label}
        {about !== undefined && <span className="visually-hidden"> the rule for {about}</span>}
      </Button>
      {message !== '' && (
        <p role="alert" className={style.judged}>
          {message}
        </p>
      )}
    </div>
  )
}
