'use client'

import morphdom from 'morphdom'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import style from './kept-html.module.css'

/** Markup that the tag `html` made on the server. When it changes, what is the same stays: focus, scroll and open lists too. */
export function KeptHtml({ html }: { html: string }) {
  const root = useRef<HTMLDivElement>(null)
  const first = useKeptHtml(root, html)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the tag `html` escapes every text, which its tests hold it to
  return <div ref={root} className={style.kept} dangerouslySetInnerHTML={first} />
}

/**
 * The same for an element of one's own.
 * @returns what React sets once; later texts are put into the element without React.
 */
export function useKeptHtml(root: RefObject<HTMLElement | null>, html: string): { __html: string } {
  const [first] = useState({ __html: html })
  const drawn = useRef(html)
  useLayoutEffect(() => {
    if (root.current === null || drawn.current === html) return
    drawn.current = html
    const wanted = document.createElement(root.current.tagName)
    wanted.innerHTML = html
    morphdom(root.current, wanted, { childrenOnly: true, onBeforeElUpdated: keepReadersOwn })
  }, [root, html])
  return first
}

/** The server does not know which lists the user opened or what they typed to search a list, so these stay. */
export function keepReadersOwn(from: HTMLElement, to: HTMLElement): boolean {
  if (from instanceof HTMLDetailsElement && to instanceof HTMLDetailsElement) to.open = from.open
  return !(from instanceof HTMLInputElement && from.type === 'search')
}
