'use client'

import dynamic from 'next/dynamic'
import { newSharePath } from '../../paths.ts'
import button from '../../ui/button.module.css'
import { useOpenedDetails } from '../../ui/use-opened-details.ts'
import style from './save-comparison.module.css'

/** Its scripts are loaded when the menu is opened. */
const SaveForm = dynamic(() => import('./save-form.tsx').then((module) => module.SaveForm), { ssr: false })

type Props = {
  project: string
  query: string
  /** Kind of the study page that shows it; the compare page when absent. */
  study?: string
  title: string
  /** Content of a share, where a page shows more than its comparison. */
  share?: { query: string; own: Readonly<Record<string, string | undefined>> }
}

/** Links to a share of the current comparison, and a menu that saves it under a name. */
export function SaveComparison({ project, query, study, title, share }: Props) {
  const { isOpen, details } = useOpenedDetails()
  const what = new URLSearchParams({ query: share?.query ?? query, ...(study === undefined ? {} : { study }), title })
  const own = new URLSearchParams()
  for (const [name, value] of Object.entries(share?.own ?? {})) if (value !== undefined) own.set(name, value)
  if (own.size > 0) what.set('own', own.toString())
  return (
    <>
      <a href={newSharePath(project, what.toString())} className={`${button.button} no-print`}>
        Share
      </a>
      <details {...details} className={`${style.save} no-print needs-script`}>
        <summary className={button.button}>
          Save <span aria-hidden="true">▾</span>
        </summary>
        <div className={style.panel}>
          {isOpen && <SaveForm project={project} query={query} study={study} title={title} />}
        </div>
      </details>
    </>
  )
}
