'use client'

import type { ReportContent } from '@assay/domain/publish/report/report-content'
import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Textarea } from '../../../ui/input.tsx'
import style from './editor.module.css'

type Props = {
  by: string
  theirs: ReportContent
  /** Continues with the text in the editor and overwrites the other one. */
  onMine: () => void
  /** Continues with the other text; the text in the editor stays as a copy. */
  onTheirs: () => void
}

/** Shown to the person who saved second: both texts exist, and nothing is saved until the person chooses one. */
export function TwoTexts({ by, theirs, onMine, onTheirs }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={style.conflict} aria-label="Conflict">
      <h2 ref={heading} tabIndex={-1}>
        {by} saved another text while you were writing
      </h2>
      <p>
        Nothing is lost: their text is the draft; yours is saved as a copy and is still in the editor. Merge the texts,
        then choose.
      </p>
      <details open>
        <summary>Their text</summary>
        <Textarea
          readOnly
          rows={8}
          aria-label="Their text"
          value={`${theirs.title}\n\n${theirs.tldr}\n\n${theirs.text}`}
        />
      </details>
      <div className={style.tools}>
        <Button variant="primary" onClick={onMine}>
          Replace theirs with mine
        </Button>
        <Button onClick={onTheirs}>Continue with theirs</Button>
      </div>
    </section>
  )
}
