'use client'

import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import style from './tooltip.module.css'

/** Distance between a mark and its tooltip, and between the tooltip and the edge of the window, in pixels. */
const GAP = 8

type Shown = { lines: string[]; left: number; top: number; isBelow: boolean }

/**
 * One tooltip for all marks inside that have `data-tip`: it shows the accessible name of the mark, each sentence on its own
 * line and the first as title. It opens on hover and on focus and closes with Escape.
 */
export function Tooltip({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    const element = frame.current
    if (element === null) return
    const show = ({ target }: Event) => {
      const mark = target instanceof Element ? target.closest<HTMLElement | SVGElement>('[data-tip]') : null
      setShown(mark === null ? null : positionOf(mark))
    }
    const hide = () => setShown(null)
    const hideOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && hide()
    element.addEventListener('pointerover', show)
    element.addEventListener('pointerleave', hide)
    element.addEventListener('focusin', show)
    element.addEventListener('focusout', hide)
    addEventListener('keydown', hideOnEscape)
    addEventListener('scroll', hide, { passive: true, capture: true })
    return () => {
      element.removeEventListener('pointerover', show)
      element.removeEventListener('pointerleave', hide)
      element.removeEventListener('focusin', show)
      element.removeEventListener('focusout', hide)
      removeEventListener('keydown', hideOnEscape)
      removeEventListener('scroll', hide, { capture: true })
    }
  }, [])
  return (
    <div ref={frame}>
      {children}
      {shown !== null && (
        <div
          id={id}
          role="tooltip"
          className={shown.isBelow ? style.below : style.above}
          style={{ left: shown.left, top: shown.top }}
        >
          {shown.lines.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </div>
      )}
    </div>
  )
}

function positionOf(mark: HTMLElement | SVGElement): Shown {
  const { left, width, top, bottom } = mark.getBoundingClientRect()
  const isBelow = top < window.innerHeight / 3
  const middle = left + width / 2
  return {
    lines: mark.getAttribute('aria-label')?.split('. ') ?? [],
    left: Math.min(Math.max(middle, HALF_WIDTH + GAP), window.innerWidth - HALF_WIDTH - GAP),
    top: isBelow ? bottom + GAP : top - GAP,
    isBelow,
  }
}

/** Half of the maximum width of the style sheet. */
const HALF_WIDTH = 170
