import style from './code-block.module.css'
import { CopyButton } from './copy-button.tsx'

type Props = {
  /** Accessible name of the block. */
  label: string
  text: string
}

/** Preformatted text to read or to paste into a terminal. */
export function CodeBlock({ label, text }: Props) {
  return (
    <div className={style.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={style.scroll} aria-label={label} tabIndex={0}>
        <pre className={style.text}>
          <code>{text}</code>
        </pre>
      </section>
      <div className={style.copy}>
        <CopyButton text={text} label={`Copy ${label}`} />
      </div>
    </div>
  )
}
