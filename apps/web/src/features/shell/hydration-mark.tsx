'use client'

import { useEffect } from 'react'

/** Marks the page as hydrated: until then its buttons without a form do nothing, and `base.css` shows it. */
export function HydrationMark() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
  }, [])
  return null
}
