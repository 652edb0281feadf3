'use client'

import { useRouter } from 'next/navigation'
import { rulesPath } from '../../paths.ts'
import { useSending } from '../../trpc/use-sending.ts'
import { Button } from '../../ui/button.tsx'
import type { RuleForm } from './read-rule-form.ts'
import style from './series.module.css'

type Props = { project: string; label: string; about?: string } & ({ save: RuleForm } | { remove: string })

/** Saves the previewed rule, or deletes one; for signed-in people. */
export function RuleButton({ project, label, about, ...what }: Props) {
  const router = useRouter()
  const { busy, failure, send } = useSending()
  const onClick = () =>
    void send(async (client) => {
      if ('save' in what) await client.rules.save.mutate({ project, rule: what.save })
      else await client.rules.remove.mutate({ project, id: what.remove })
      router.push(rulesPath(project))
      router.refresh()
      return undefined
    })
  return (
    <div className="needs-script">
      <Button variant={'save' in what ? 'primary' : 'secondary'} disabled={busy} onClick={onClick}>
        {label}
        {about !== undefined && <span className="visually-hidden"> the rule for {about}</span>}
      </Button>
      {failure !== '' && (
        <p role="alert" className={style.judged}>
          {failure}
        </p>
      )}
    </div>
  )
}
