'use client'

import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react'
import type { Kept } from '../../trpc/answers.ts'
import style from './search-button.module.css'

type PageLink = { href: string; label: string }
export type PaletteProps = { project: string; pages: readonly PageLink[]; mine: Kept | null; onClose: () => void }
type Props = Omit<PaletteProps, 'onClose'> & { href: string; children: ReactNode }

/** Opens the command palette, which arrives when it is first asked for; without a script it leads to the search page. */
export function SearchButton({ href, children, project, pages, mine }: Props) {
  const [Palette, setPalette] = useState<ComponentType<PaletteProps> | null>(null)
  const [isOpen, setOpen] = useState(false)
  const open = useCallback(async () => {
    setOpen(true)
    const { CommandPalette } = await import('./command-palette.tsx')
    setPalette(() => CommandPalette)
  }, [])

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const asks = event.key === 'k' && (event.metaKey || event.ctrlKey)
      if (!asks && (event.key !== '/' || event.metaKey || event.ctrlKey || isTyping(event.target))) return
      event.preventDefault()
      void open()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [open])

  return (
    <>
      <a
        href={href}
        className={style.button}
        aria-keyshortcuts="Control+K Meta+K /"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey) return
          event.preventDefault()
          void open()
        }}
      >
        {children}
      </a>
      {isOpen && Palette !== null && (
        <Palette project={project} pages={pages} mine={mine} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
