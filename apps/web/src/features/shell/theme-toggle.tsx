'use client'

import { writeHostCookie } from '@assay/domain/account/host-cookie'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { THEME_COOKIE, type Theme } from './theme.ts'

const YEAR_SECONDS = 365 * 24 * 3600

/** Switches between light and dark and stores the choice in a cookie, so that the server renders the right theme. */
export function ThemeToggle({ children }: { children: ReactNode }) {
  return (
    <Button variant="icon" className="needs-script" onClick={toggle} aria-label="Switch light and dark">
      {children}
    </Button>
  )
}

function toggle() {
  const root = document.documentElement
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)').matches
  const shown = root.dataset.theme ?? (systemIsDark ? 'dark' : 'light')
  const next: Theme = shown === 'dark' ? 'light' : 'dark'
  root.dataset.theme = next
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = writeHostCookie(THEME_COOKIE, next, {
    url: location.href,
    maxAgeSeconds: YEAR_SECONDS,
    isForScripts: true,
  })
}
