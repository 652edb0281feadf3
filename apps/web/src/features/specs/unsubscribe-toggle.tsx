'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import style from './form.module.css'
import { useGuestSecret } from './guest-link.tsx'

type Props = {
  project: string
  name: string
  /** True where mails about this spec, or about all specs of the project, are off. */
  muted: { spec: boolean; all: boolean }
}

/** Turns the visitor's own mails about a spec off and on. */
export function UnsubscribeToggle({ project, name, muted }: Props) {
  const router = useRouter()
  const secret = useGuestSecret()
  const [state, setState] = useState({ busy: false, failure: '' })
  const mute = async (off: boolean, all: boolean) => {
    setState({ busy: true, failure: '' })
    try {
      const { client } = await import('../../trpc/client.ts')
      if (secret === null) await client.reviewers.mute.mutate({ project, name, muted: off, all })
      else await client.guests.mute.mutate({ secret, muted: off })
      setState({ busy: false, failure: '' })
      router.refresh()
    } catch (error) {
      const { failureText } = await import('../../trpc/writing-client.ts')
      setState({ busy: false, failure: failureText(error) })
    }
  }
  const step = (label: string, off: boolean, all: boolean) => (
    <Button variant="quiet" disabled={state.busy} onClick={() => void mute(off, all)}>
      {label}
    </Button>
  )
  return (
    <div className="needs-script">
      <p className={style.faint}>{mailText(muted)}</p>
      <div className={style.buttons}>
        {muted.all
          ? step('Mail me about specs again', false, true)
          : step(muted.spec ? 'Mail me about this spec again' : 'No e-mails about this spec', !muted.spec, false)}
        {!muted.all && secret === null && step('No e-mails about any spec here', true, true)}
      </div>
      {state.failure !== '' && (
        <p role="alert" className={style.failure}>
          {state.failure}
        </p>
      )}
    </div>
  )
}

function mailText({ spec, all }: Props['muted']): string {
  if (all) return 'You get no e-mails about specs of this project.'
  return spec
    ? 'You get no e-mails about this spec.'
    : 'You are subscribed to this spec; actions of others are mailed at most once an hour.'
}
