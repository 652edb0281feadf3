'use client'

import { CopyButton } from '../../ui/copy-button.tsx'
import style from './form.module.css'
import type { NewGuestLink } from './use-reviewers.ts'

/** The link of a guest, which is shown only once. */
export function NewGuestLinkNote({ link }: { link: NewGuestLink }) {
  return (
    <div role="status" className={style.link}>
      <p>
        {link.sent
          ? `The link was sent to ${link.for}. It is not shown again:`
          : `Send this link to ${link.for}. It is not shown again:`}
      </p>
      <code>{link.url}</code>
      <CopyButton text={link.url} label={`Copy the link of ${link.for}`} />
    </div>
  )
}
