'use client'

import { useEffect, useEffectEvent } from 'react'

export type Keys = Readonly<Record<string, () => void>>

/** Single-key shortcuts outside of fields. They can be turned off for people who use speech input. */
export function useKeyboardShortcuts(isOn: boolean, keys: Keys): void {
  // An effect event is current as soon as the page shows its state; a key pressed before effects ran would act on the
  // old one.
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return
    const does = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined
    if (does === undefined) return
    event.preventDefault()
    does()
  })
  useEffect(() => {
    if (!isOn) return
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [isOn])
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
