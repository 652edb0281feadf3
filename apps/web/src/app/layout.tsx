import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'
import '../ui/inter.css'
import '../ui/tokens.css'
import '../ui/base.css'
import { findPreference } from '@assay/domain/account/host-cookie'
import type { Metadata, Viewport } from 'next'
import { cookies, headers } from 'next/headers'
import type { ReactNode } from 'react'
import { preload } from 'react-dom'
import { HydrationMark } from '../features/shell/hydration-mark.tsx'
import { REQUEST_ID_HEADER } from '../features/shell/request-id.ts'
import { ServerUnreachable } from '../features/shell/server-problems.tsx'
import { parseTheme, THEME_COOKIE } from '../features/shell/theme.ts'
import { Toaster } from '../ui/toast.tsx'

export const metadata: Metadata = {
  title: { default: 'Assay', template: '%s · Assay' },
  description: 'A lab notebook for database benchmarks',
}

export const viewport: Viewport = { width: 'device-width', initialScale: 1, colorScheme: 'light dark' }

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Early enough for the first drawing, in which it is used or not at all (inter.css).
  preload(inter, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
  const sent = await cookies()
  const theme = parseTheme(findPreference(THEME_COOKIE, (name) => sent.get(name)?.value))
  const requestId = (await headers()).get(REQUEST_ID_HEADER) ?? undefined
  return (
    // The toggle writes data-theme before React has seen the new cookie.
    <html lang="en" data-theme={theme} data-request-id={requestId} suppressHydrationWarning>
      <body>
        <a className="skip-link" href="#main">
          Skip to the content
        </a>
        {children}
        <Toaster />
        <ServerUnreachable />
        <HydrationMark />
      </body>
    </html>
  )
}
