'use client'

import { useEffect, useState, useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import style from './toast.module.css'
import { dismissToast, listToasts, subscribeToToasts, type Toast } from './toast-list.ts'

const SHOWN_MS = 8_000
const NONE: readonly Toast[] = []

/** The messages of `showToast`, once on every page. They wait while the pointer or the focus is on them. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, listToasts, () => NONE)
  // The region exists before its first message, because screen readers announce only changes of a known region.
  return (
    <div className={`${style.toasts} no-print`} aria-live="polite">
      {toasts.map((toast) => (
        <ToastMessage key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

function ToastMessage({ toast }: { toast: Toast }) {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismissToast(toast.id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isHeld, toast.id])
  const hold = () => setHeld(true)
  const release = () => setHeld(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only keep the message
    <div className={style.toast} onPointerEnter={hold} onPointerLeave={release} onFocus={hold} onBlur={release}>
      <span>{toast.text}</span>
      <Button variant="quiet" onClick={() => dismissToast(toast.id)}>
        Dismiss
      </Button>
    </div>
  )
}
