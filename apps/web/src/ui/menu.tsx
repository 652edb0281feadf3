'use client'

import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import button from './button.module.css'
import { joinClasses } from './join-classes.ts'
import style from './menu.module.css'

type Props = {
  /** Accessible name of the button that opens it. */
  label: string
  variant?: 'secondary' | 'quiet' | 'icon'
  /** Content of the button. */
  trigger: ReactNode
  className?: string | undefined
  panelClassName?: string | undefined
  /** Set by a caller that closes the menu itself. */
  menu?: RefObject<HTMLDetailsElement | null>
  onToggle?: () => void
  children: ReactNode
}

const CLASSES = { secondary: button.button, quiet: button.quiet, icon: button.icon }

/**
 * A button that opens links, buttons or a form below it. It opens without a script; with one, Escape, a click elsewhere and
 * focus elsewhere close it.
 */
export function Menu({
  label,
  variant = 'quiet',
  trigger,
  className,
  panelClassName,
  menu,
  onToggle,
  children,
}: Props) {
  const own = useRef<HTMLDetailsElement>(null)
  const details = menu ?? own
  useEffect(() => {
    const close = (keepsFocus: boolean) => {
      if (details.current?.open !== true) return
      details.current.open = false
      if (keepsFocus) details.current.querySelector('summary')?.focus()
    }
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && close(true)
    const onOutside = ({ target }: Event) => {
      if (target instanceof Node && details.current?.contains(target) === false) close(false)
    }
    addEventListener('keydown', onKey)
    addEventListener('pointerdown', onOutside)
    addEventListener('focusin', onOutside)
    return () => {
      removeEventListener('keydown', onKey)
      removeEventListener('pointerdown', onOutside)
      removeEventListener('focusin', onOutside)
    }
  }, [details])
  return (
    <details ref={details} className={joinClasses(style.menu, className)} name="bar" onToggle={onToggle}>
      <summary className={CLASSES[variant]} aria-label={label}>
        {trigger}
      </summary>
      <div className={joinClasses(style.panel, panelClassName)}>{children}</div>
    </details>
  )
}
