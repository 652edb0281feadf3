import { CopyButton } from '../../ui/copy-button.tsx'
import style from './share.module.css'

/** The address of a new link. A secret address is shown only once. */
export function CreatedShare({ address, isSecret }: { address: string; isSecret: boolean }) {
  return (
    <div className={style.once} role="status">
      <p>
        <a href={address}>
          <code>{address}</code>
        </a>
      </p>
      <CopyButton text={address} label="Copy the link" />
      <p>
        {isSecret
          ? 'Copy this link now; it will not be shown again.'
          : 'Everyone can read it there; search engines will index it.'}
      </p>
    </div>
  )
}
