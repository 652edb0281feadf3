'use client'

import { useEffect, useRef, useState } from 'react'
import { compareExportPath } from '../paths.ts'
import style from './figure-thumbnail.module.css'
import { pictureLoader } from './load-pictures.ts'

/** `query` is that of the comparison whose figure is shown; null leaves the frame empty. */
type Props = { project: string; query: string | null }

/** The lead figure of a comparison as a small picture, in the theme of the reader. */
export function FigureThumbnail({ project, query }: Props) {
  return (
    <span className={style.figure}>
      {query !== null &&
        (['light', 'dark'] as const).map((theme) => (
          <ThemePicture
            key={theme}
            theme={theme}
            src={`${compareExportPath(project, 'thumbnail', query)}&theme=${theme}`}
          />
        ))}
    </span>
  )
}

/** Pictures within this distance from the window are loaded. */
const NEAR = '200px'

/** All thumbnails of a page take turns. */
const load = pictureLoader()

/** A picture that is loaded when it comes near the window. The one of the other theme is not displayed, so it never does. */
function ThemePicture({ src, theme }: { src: string; theme: 'light' | 'dark' }) {
  const frame = useRef<HTMLSpanElement>(null)
  const [picture, setPicture] = useState<{ src: string; data: string | null } | null>(null)
  useEffect(() => {
    if (frame.current === null) return
    const left = new AbortController()
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        void load(src, left.signal).then((data) => left.signal.aborted || setPicture({ src, data }))
      },
      { rootMargin: NEAR },
    )
    observer.observe(frame.current)
    return () => {
      left.abort()
      observer.disconnect()
    }
  }, [src])
  const shown = picture?.src === src ? picture : null
  return (
    <span ref={frame} className={style.picture} data-theme={theme}>
      {shown?.data === null && <span className={style.missing}>No preview</span>}
      {/* biome-ignore lint/performance/noImgElement: an SVG file has no sizes to choose from */}
      {shown?.data != null && <img src={shown.data} alt="" decoding="async" />}
    </span>
  )
}
