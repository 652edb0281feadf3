'use client'

import { useEffect, useRef } from 'react'

export type Keys = Readonly<Record<string, () => void>>

/** Single keys that do something while nobody types; they can be turned off, for those whose voice types. */
export function useKeys(isOn: boolean, keys: Keys): void {
  const newest = useRef(keys)
  useEffect(() => {
    newest.current = keys
  })
  useEffect(() => {
    if (!isOn) return
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return
      const does = Object.hasOwn(newest.current, event.key) ? newest.current[event.key] : undefined
      if (does === undefined) return
      event.preventDefault()
      does()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOn])
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
