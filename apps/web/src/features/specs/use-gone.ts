'use client'

import { type RefObject, useEffect, useRef } from 'react'

/** Whether what used it is on the page no more. */
export function useGone(): RefObject<boolean> {
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  return isGone
}
