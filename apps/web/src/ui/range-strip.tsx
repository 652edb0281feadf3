'use client'

import { type PointerEvent, type ReactNode, useRef } from 'react'
import { Input } from './input.tsx'
import style from './range-strip.module.css'

type Props = {
  /** The highest position; positions are counted from 0. */
  last: number
  from: number
  to: number
  /** Accessible names of the handles. */
  labels: { from: string; to: string }
  /** The value at a position, which assistive technology reads. */
  name: (position: number) => string
  /** Receives two positions, the first of which is lower. */
  show: (from: number, to: number) => void
  /** The drawing behind the handles. */
  children: ReactNode
}

/** A strip with two handles that select a part of it; dragging over the strip selects one as well. */
export function RangeStrip({ last, from, to, labels, name, show, children }: Props) {
  const start = useRef<number | null>(null)
  const share = (position: number) => `${(position / Math.max(1, last)) * 100}%`
  const select = (a: number, b: number) => {
    const [low, high] = [Math.min(a, b), Math.max(a, b)]
    show(low, Math.max(high, Math.min(last, low + 1)))
  }
  const positionOf = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return Math.round(Math.min(1, Math.max(0, (clientX - left) / width)) * last)
  }
  return (
    <div
      className={style.strip}
      onPointerDown={(event) => {
        if (event.target instanceof HTMLInputElement || event.pointerType === 'touch') return
        start.current = positionOf(event)
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={(event) => {
        const position = positionOf(event)
        if (start.current !== null && position !== start.current) select(start.current, position)
      }}
      onPointerUp={() => {
        start.current = null
      }}
    >
      {children}
      <span className={style.left} style={{ width: share(from) }} />
      <span className={style.right} style={{ width: share(last - to) }} />
      <Input
        type="range"
        min={0}
        max={last}
        value={from}
        aria-label={labels.from}
        aria-valuetext={name(from)}
        onChange={({ target }) => show(Math.min(Number(target.value), Math.max(0, to - 1)), to)}
      />
      <Input
        type="range"
        min={0}
        max={last}
        value={to}
        aria-label={labels.to}
        aria-valuetext={name(to)}
        onChange={({ target }) => show(from, Math.max(Number(target.value), Math.min(last, from + 1)))}
      />
    </div>
  )
}
