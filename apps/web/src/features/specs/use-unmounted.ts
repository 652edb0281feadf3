'use client'

import { type RefObject, useEffect, useRef } from 'react'

/** Returns a ref that is true once the component is unmounted. */
export function useUnmounted(): RefObject<boolean> {
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  return isGone
}
