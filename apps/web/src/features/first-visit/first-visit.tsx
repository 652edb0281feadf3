'use client'

import { writeHostCookie } from '@assay/domain/account/host-cookie'
import { usePathname } from 'next/navigation'
import { useState } from 'react'
import { docPath } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import style from './first-visit.module.css'
import { FIRST_VISIT_COOKIE, type FirstVisitState } from './first-visit-cookie.ts'
import { stopAt, stopsOf } from './stops.ts'

const YEAR_SECONDS = 365 * 24 * 3600

type Props = { project: string; initial: FirstVisitState }

/** A line with five stops through the demo. The overview offers it, its pages show it, and a browser remembers the end. */
export function FirstVisit({ project, initial }: Props) {
  const pathname = usePathname()
  const [state, setState] = useState(initial)
  const stops = stopsOf(project)
  const current = stopAt(stops, pathname)
  const stop = stops[current]
  if (stop === undefined || state === 'dismissed' || (current > 0 && state !== 'started')) return null
  const remember = (next: 'started' | 'dismissed') => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    document.cookie = writeHostCookie(FIRST_VISIT_COOKIE, next, {
      url: location.href,
      maxAgeSeconds: YEAR_SECONDS,
      isForScripts: true,
    })
    setState(next)
  }
  return (
    <aside aria-label="First visit" className={`${style.strip} no-print needs-script`}>
      <p className={style.text}>
        {state === null && 'New here? Five stops. '}
        {stop.text} Step by step: <a href={docPath('tutorial')}>the tutorial</a>.
      </p>
      <ol className={style.stops}>
        {stops.map(({ name, href }, index) => (
          <li key={name}>
            <a href={href} aria-current={index === current ? 'step' : undefined} onClick={() => remember('started')}>
              {index + 1} {name}
            </a>
          </li>
        ))}
      </ol>
      <Button variant="quiet" onClick={() => remember('dismissed')}>
        Dismiss
      </Button>
    </aside>
  )
}
