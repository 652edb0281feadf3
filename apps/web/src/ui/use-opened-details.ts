'use client'

import { type SyntheticEvent, useEffect, useRef, useState } from 'react'

/** Tells whether a `details` element is open, so that its contents are loaded when it is opened. */
export function useOpenedDetails() {
  const ref = useRef<HTMLDetailsElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    // It can be opened before the script of the page has run.
    if (ref.current?.open) setOpen(true)
  }, [])
  const onToggle = ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) => setOpen(currentTarget.open)
  return { isOpen, details: { ref, onToggle } }
}
