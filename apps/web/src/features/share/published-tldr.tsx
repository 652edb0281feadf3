import { showBidiControls } from '@assay/domain/json/readable-text'
import style from './share.module.css'

/** The sentences of a summary, without list marks and empty lines; nothing when there are none. */
export function PublishedTldr({ lines }: { lines: readonly string[] }) {
  const texts = lines.map((line) => line.replace(/^\s*[-*•]\s+/, '').trim()).filter((line) => line !== '')
  if (texts.length === 0) return null
  return (
    <ul className={style.tldr}>
      {texts.map((line) => (
        <li key={line}>{showBidiControls(line)}</li>
      ))}
    </ul>
  )
}
