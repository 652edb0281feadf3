'use client'

import { useRouter } from 'next/navigation'
import { useOffline } from 'next/offline'
import { useEffect } from 'react'

/** Interval at which changes of other authors are fetched. */
const REFRESH_MS = 8_000

/** Refreshes a visible page during a meeting, so that it shows the changes of other authors. */
export function useRefreshDuringMeeting(isOn: boolean): void {
  const router = useRouter()
  const isAway = useOffline()
  useEffect(() => {
    if (!isOn || isAway) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') router.refresh()
    }, REFRESH_MS)
    return () => clearInterval(timer)
  }, [isOn, isAway, router])
}
