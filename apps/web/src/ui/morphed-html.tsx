'use client'

import morphdom from 'morphdom'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import style from './morphed-html.module.css'

/** Markup from the tag `html`. A change morphs the DOM, so that focus, scroll positions and open lists stay. */
export function MorphedHtml({ html }: { html: string }) {
  const root = useRef<HTMLDivElement>(null)
  const first = useMorphedHtml(root, html)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the tag `html` escapes every text, as its tests prove
  return <div ref={root} className={style.morphed} dangerouslySetInnerHTML={first} />
}

/**
 * `MorphedHtml` for an existing element.
 * @returns the markup that React sets once; later markup is morphed into the element without React.
 */
export function useMorphedHtml(root: RefObject<HTMLElement | null>, html: string): { __html: string } {
  const [first] = useState({ __html: html })
  const drawn = useRef(html)
  useLayoutEffect(() => {
    if (root.current === null || drawn.current === html) return
    drawn.current = html
    const wanted = document.createElement(root.current.tagName)
    wanted.innerHTML = html
    morphdom(root.current, wanted, { childrenOnly: true, onBeforeElUpdated: keepUserState })
  }, [root, html])
  return first
}

/** The server does not know which lists the user opened or what they typed to search a list, so these stay. */
export function keepUserState(from: HTMLElement, to: HTMLElement): boolean {
  if (from instanceof HTMLDetailsElement && to instanceof HTMLDetailsElement) to.open = from.open
  return !(from instanceof HTMLInputElement && from.type === 'search')
}
