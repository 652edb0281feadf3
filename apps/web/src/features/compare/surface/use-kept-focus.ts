'use client'

import { type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps the focus where it was when a link in the body of a table is followed. Bodies are drawn as text, so the link goes
 * with the old body; the one in its place, known by its title, takes the focus.
 *
 * @returns to be called with a link before it is followed.
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>, state: string) {
  const followed = useRef<{ table: string | undefined; title: string } | null>(null)

  useEffect(() => {
    const { current: link } = followed
    followed.current = null
    if (state === undefined || link === null || document.activeElement !== document.body) return
    const bodies = root.current?.querySelectorAll(`table[data-table="${link.table}"] tbody a[title]`) ?? []
    for (const successor of bodies) {
      if (successor instanceof HTMLAnchorElement && successor.title === link.title)
        successor.focus({ preventScroll: true })
    }
  }, [root, state])

  return (link: HTMLAnchorElement) => {
    followed.current = { table: link.closest<HTMLElement>('table[data-table]')?.dataset.table, title: link.title }
  }
}
