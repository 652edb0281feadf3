'use client'

import { useEffect, useRef } from 'react'
import { type DrawnPart, drawParts } from './draw-parts.ts'
import style from './kept-html.module.css'

type Props = {
  parts: readonly string[]
  /** Renders a section with the tag `html`. */
  markup: (part: string) => string
  /** Class of the element of each section. */
  className: string
}

/** Like `KeptHtml`, for a text so long that it is drawn in parts, while somebody types. */
export function KeptParts({ parts, markup, className }: Props) {
  const root = useRef<HTMLDivElement>(null)
  const drawn = useRef<DrawnPart[]>([])
  useEffect(() => {
    let isOver = false
    if (root.current !== null) {
      void drawParts(root.current, drawn.current, parts, { markup, className, isOver: () => isOver })
    }
    return () => {
      isOver = true
    }
  }, [parts, markup, className])
  return <div ref={root} className={style.kept} />
}
