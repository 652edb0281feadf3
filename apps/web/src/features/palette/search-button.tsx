'use client'

import type { PairOptions } from '@assay/domain/compare/pairs/pair-options'
import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react'
import type { Favorites } from '../../trpc/api-types.ts'
import type { PageLink } from '../shell/project-sections.ts'
import style from './search-button.module.css'
import { listenForSearch } from './search-keys.ts'

export type PaletteProps = {
  project: string
  pages: readonly PageLink[]
  pairs: readonly PairOptions[]
  mine: Favorites | null
  onClose: () => void
}
type Props = Omit<PaletteProps, 'onClose'> & { href: string; children: ReactNode }

/**
 * Opens the command palette, which is loaded on first use; text typed meanwhile is put into its field. Without a
 * script, or when the palette cannot be loaded, it links to the search page.
 */
export function SearchButton({ href, children, ...shown }: Props) {
  const [Palette, setPalette] = useState<ComponentType<PaletteProps> | null>(null)
  const [isOpen, setOpen] = useState(false)
  const open = useCallback(async () => {
    const keys = listenForSearch()
    keys.typed ??= ''
    try {
      const { CommandPalette } = await import('./command-palette.tsx')
      // Escape was pressed.
      if (keys.typed === null) return
      setPalette(() => CommandPalette)
      setOpen(true)
    } catch {
      location.assign(href)
    }
  }, [href])

  useEffect(() => {
    const keys = listenForSearch()
    keys.onAsk = () => void open()
    if (keys.typed !== null) void open()
    return () => {
      keys.onAsk = null
    }
  }, [open])

  return (
    <>
      <a
        href={href}
        className={style.button}
        data-search=""
        // Its text, which narrow layouts hide.
        aria-label="Search"
        aria-keyshortcuts="Control+K Meta+K /"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey) return
          event.preventDefault()
          void open()
        }}
      >
        {children}
      </a>
      {isOpen && Palette !== null && <Palette {...shown} onClose={() => setOpen(false)} />}
    </>
  )
}
