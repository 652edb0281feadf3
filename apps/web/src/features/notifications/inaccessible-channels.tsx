'use client'

import type { Channel } from '../../trpc/api-types.ts'
import { WriteForm } from '../notes/write-form.tsx'
import { KIND_LABELS } from './channel-labels.ts'
import style from './notifications.module.css'

/** A person's own channels in projects that they cannot read any more; they can only be removed. */
export function InaccessibleChannels({ channels }: { channels: readonly Channel[] }) {
  return (
    <ul className={style.inaccessible}>
      {channels.map(({ id, name, kind, shown }) => (
        <li key={id}>
          <span>
            {name}{' '}
            <small className={style.faint}>{[KIND_LABELS[kind], shown].filter((one) => one !== '').join(', ')}</small>
          </span>
          <WriteForm
            label={`Remove ${name}`}
            submit={`Remove ${name}`}
            variant="secondary"
            done="Removed."
            isRemoval
            send={(client) => client.ownNotifications.removeOwn.mutate({ id })}
          />
        </li>
      ))}
    </ul>
  )
}
