'use client'

import { type RefObject, useEffect, useState } from 'react'

/** Width in pixels of the column of names, next to which the base column stays; it follows from the texts. */
export function useNameColumnWidth(table: RefObject<HTMLTableElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const corner = table.current?.tHead?.querySelector('th')
    if (corner == null) return
    const observer = new ResizeObserver(() => setWidth(corner.offsetWidth))
    observer.observe(corner)
    return () => observer.disconnect()
  }, [table])
  return width
}
