'use client'

import type { Target } from '../../trpc/answers.ts'
import { WriteForm } from '../notes/write-form.tsx'
import { KIND_WORDS } from './channel-labels.ts'
import style from './notifications.module.css'

/** A person's own targets in projects that they lost: they can only be taken away. */
export function LostTargets({ targets }: { targets: readonly Target[] }) {
  return (
    <ul className={style.lost}>
      {targets.map(({ id, name, kind, shown }) => (
        <li key={id}>
          <span>
            {name}{' '}
            <small className={style.faint}>{[KIND_WORDS[kind], shown].filter((one) => one !== '').join(', ')}</small>
          </span>
          <WriteForm
            label={`Remove ${name}`}
            submit={`Remove ${name}`}
            look="button"
            done="Removed."
            send={async (client) => {
              await client.ownTelling.forget.mutate({ id })
              return null
            }}
          />
        </li>
      ))}
    </ul>
  )
}
