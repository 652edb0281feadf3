import { lazy, type MouseEvent, Suspense } from 'react'
import { boundLinkOf } from './bound-link.ts'
import evidence from './evidence.module.css'
import style from './spec-editor.module.css'
import type { Preview } from './use-preview.ts'

type Props = {
  project: string
  preview: Preview
  /** Inserts a number of a figure into the text, as a link to its cell. */
  onNumber: (link: string) => void
}

const SpecText = lazy(() => import('./spec-text.tsx').then((module) => ({ default: module.SpecText })))

/** The text as readers will see it, and the problems in it. */
export function SpecPreview({ project, preview, onNumber }: Props) {
  const bindNumber = (event: MouseEvent<HTMLDivElement>) => {
    const link = event.target instanceof Element ? boundLinkOf(event.target, preview.evidence) : null
    if (link === null) return
    event.preventDefault()
    onNumber(link)
  }
  return (
    <section className={style.read} aria-label="Preview">
      {preview.checks.length > 0 && (
        <ul className={style.checks} aria-label="Problems in the text">
          {preview.checks.map((check) => (
            <li key={check}>{check}</li>
          ))}
        </ul>
      )}
      {preview.evidence.figures.length > 0 && (
        <p className={style.state}>Click a number in a figure to insert it into the text, bound to its cell.</p>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: numbers are links, which are reachable by keyboard */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: following a link by keyboard fires a click event */}
      <div className={evidence.text} onClick={bindNumber}>
        <Suspense fallback={null}>
          <SpecText project={project} parts={preview.parts} evidence={preview.evidence} />
        </Suspense>
      </div>
    </section>
  )
}
