'use client'

import { useEffect } from 'react'
import './early-presses.ts'

/** Within what of the page comes last: when this listens all does, and what was pressed before is done now. */
export function LetEarlyPressesGo() {
  useEffect(() => window.assayEarlyPresses?.letGo(), [])
  return null
}
