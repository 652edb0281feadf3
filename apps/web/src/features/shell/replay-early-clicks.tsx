'use client'

import { useEffect } from 'react'
import './early-clicks.ts'

/** Replays early clicks. It is the last component of the page, so all others are hydrated when its effect runs. */
export function ReplayEarlyClicks() {
  useEffect(() => window.assayEarlyClicks?.replay(), [])
  return null
}
