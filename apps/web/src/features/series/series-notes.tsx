import { rulesPath } from '../../paths.ts'
import button from '../../ui/button.module.css'
import style from './series.module.css'

/** Sentences about the rules and limits of the shown series. */
export function SeriesNotes({ sentences }: { sentences: readonly string[] }) {
  return sentences.map((sentence) => (
    <p key={sentence} className={style.judged}>
      {sentence}
    </p>
  ))
}

export function RulesLink({ project }: { project: string }) {
  return (
    <a href={rulesPath(project)} className={button.button}>
      Rules
    </a>
  )
}
