'use client'

import { useEffect, useRef } from 'react'
import { type DrawnSection, morphSections } from './morph-sections.ts'
import style from './morphed-html.module.css'

type Props = {
  parts: readonly string[]
  /** Renders a section with the tag `html`. */
  markup: (part: string) => string
  /** Class of the element of each section. */
  className: string
}

/** Like `MorphedHtml`, for a long text that is drawn in sections, so that typing stays responsive. */
export function MorphedSections({ parts, markup, className }: Props) {
  const root = useRef<HTMLDivElement>(null)
  const drawn = useRef<DrawnSection[]>([])
  useEffect(() => {
    let isOver = false
    if (root.current !== null) {
      void morphSections(root.current, drawn.current, parts, { markup, className, isOver: () => isOver })
    }
    return () => {
      isOver = true
    }
  }, [parts, markup, className])
  return <div ref={root} className={style.morphed} />
}
