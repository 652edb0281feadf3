import type { Study } from '@assay/domain/compare/studies'
import button from '../../../ui/button.module.css'
import { comparisonPath } from '../comparison-path.ts'
import style from './study-menu.module.css'

/** Comparisons with sensible axes to start from. */
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
            <a href={comparisonPath(project, study.comparison)}>
              <strong>{study.title}</strong>
              <span>{study.sentence}</span>
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
