'use client'

import morphdom from 'morphdom'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

type Props = {
  /** Made by `html`. */
  html: string
  className?: string | undefined
}

/** Markup that the server wrote as text. When it changes, what is the same stays: focus, scroll and open lists too. */
export function KeptHtml({ html, className }: Props) {
  const root = useRef<HTMLDivElement>(null)
  const first = useKeptHtml(root, html)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the tag `html` escapes every text, which its tests hold it to
  return <div ref={root} className={className} dangerouslySetInnerHTML={first} />
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

/** What a reader opened, or typed to search a list, is not known to the server. */
function keepReadersOwn(from: HTMLElement, to: HTMLElement): boolean {
  if (from instanceof HTMLDetailsElement && to instanceof HTMLDetailsElement) to.open = from.open
  return !(from instanceof HTMLInputElement && from.type === 'search')
}
