import { CopyButton } from './copy-button.tsx'
import style from './code-block.module.css'

type Props = {
  /** Names the block for those who do not see what stands around it. */
  label: string
  text: string
}

/** Text to read or to paste into a terminal, as it is. */
export function CodeBlock({ label, text }: Props) {
  return (
    <div className={style.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre className={style.text} role="group" tabIndex={0} aria-label={label}>
        <code>{text}</code>
      </pre>
      <div className={style.copy}>
        <CopyButton text={text} label={`Copy ${label}`} />
      </div>
    </div>
  )
}
