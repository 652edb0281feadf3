import type { Study } from '@assay/domain/compare/study'
import { showBidiControls } from '@assay/domain/json/readable-text'
import button from '../../../ui/button.module.css'
import { studyHref } from '../../studies/study-href.ts'
import style from './study-menu.module.css'

/** Links to comparisons with preset axes; nothing when there are none. */
export function StudyMenu({ project, studies }: { project: string; studies: readonly Study[] }) {
  if (studies.length === 0) return null
  return (
    <details className={`${style.menu} no-print`}>
      <summary className={button.button}>
        Start from a study <span aria-hidden="true">▾</span>
      </summary>
      <ul>
        {studies.map((study) => (
          <li key={study.name}>
            <a href={studyHref(project, study)}>
              <strong>{showBidiControls(study.title)}</strong>
              <span>{showBidiControls(study.sentence)}</span>
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
