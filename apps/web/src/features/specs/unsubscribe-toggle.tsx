'use client'

import { MAIL_KINDS, type MailKind } from '@assay/domain/specs/spec-notification'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/input.tsx'
import style from './form.module.css'
import { useGuestSecret } from './guest-link.tsx'

/** True where mails about this spec, or about all specs of the project, are off; `kinds` are those that are off. */
export type MailSettings = { spec: boolean; all: boolean; kinds: readonly MailKind[] }

type Props = { project: string; name: string; muted: MailSettings }

/** Turns the visitor's own mails about a spec off and on. */
export function UnsubscribeToggle({ project, name, muted }: Props) {
  const router = useRouter()
  const secret = useGuestSecret()
  const [state, setState] = useState({ busy: false, failure: '' })
  // The next box may be ticked before the page is refreshed.
  const [kindsOff, setKindsOff] = useState(muted.kinds)
  const change = async (done: (client: Client) => Promise<void>) => {
    setState({ busy: true, failure: '' })
    try {
      await done((await import('../../trpc/client.ts')).client)
      setState({ busy: false, failure: '' })
      router.refresh()
    } catch (error) {
      setKindsOff(muted.kinds)
      const { failureText } = await import('../../trpc/failure-text.ts')
      setState({ busy: false, failure: failureText(error) })
    }
  }
  const mute = (off: boolean, all: boolean) =>
    change((client) =>
      secret === null
        ? client.reviewers.mute.mutate({ project, name, muted: off, all })
        : client.guests.mute.mutate({ secret, muted: off }),
    )
  const muteKind = (kind: MailKind, isOn: boolean) => {
    const others = kindsOff.filter((one) => one !== kind)
    const kinds = isOn ? others : [...others, kind]
    setKindsOff(kinds)
    return change((client) =>
      secret === null
        ? client.reviewers.muteKinds.mutate({ project, name, kinds })
        : client.guests.muteKinds.mutate({ secret, kinds }),
    )
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
      {!muted.all && (
        <fieldset className={style.buttons}>
          <legend className={style.faint}>E-mails about</legend>
          {MAIL_KINDS.map((kind) => (
            <label key={kind}>
              <Checkbox
                checked={!kindsOff.includes(kind)}
                disabled={state.busy}
                onChange={({ target }) => void muteKind(kind, target.checked)}
              />{' '}
              {KIND_NAMES[kind]}
            </label>
          ))}
        </fieldset>
      )}
      {state.failure !== '' && (
        <p role="alert" className={style.failure}>
          {state.failure}
        </p>
      )}
    </div>
  )
}

type Client = typeof import('../../trpc/client.ts')['client']

const KIND_NAMES: Record<MailKind, string> = {
  comments: 'comments and replies',
  responses: 'responses',
  revisions: 'revisions and errata',
  meetings: 'meetings and dates',
}

function mailText({ spec, all }: Props['muted']): string {
  if (all) return 'You get no e-mails about specs of this project.'
  return spec
    ? 'You get no e-mails about this spec.'
    : 'You are subscribed to this spec; actions of others are mailed at most once an hour.'
}
