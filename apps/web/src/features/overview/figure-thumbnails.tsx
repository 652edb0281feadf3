import type { ReactNode } from 'react'
import { compareExportPath } from '../../paths.ts'
import style from './figure-thumbnails.module.css'

/** A page with a lead figure: the query of the comparison that it begins with, or null where it has none. */
export type Thumbnail = { id: string; title: string; about: string | null; href: string; query: string | null }

type Props = { project: string; thumbnails: readonly Thumbnail[]; children?: ReactNode }

/**
 * Pages as thumbnails of their lead figure, in the theme of the reader. Pictures are requested when they come near the
 * window, because each is a comparison.
 */
export function FigureThumbnails({ project, thumbnails }: Props) {
  return (
    <ul className={style.list}>
      {thumbnails.map(({ id, title, about, href, query }) => (
        <li key={id}>
          <a href={href} title={about ?? undefined} className={style.thumbnail}>
            <span className={style.figure}>
              {query !== null &&
                (['light', 'dark'] as const).map((theme) => (
                  // A figure is drawn by the server for each request, so that there is nothing to optimize.
                  // biome-ignore lint/performance/noImgElement: an SVG file has no sizes to choose from
                  <img
                    key={theme}
                    src={`${compareExportPath(project, 'plot', query)}&theme=${theme}`}
                    alt=""
                    loading="lazy"
                    decoding="async"
                    data-theme={theme}
                  />
                ))}
            </span>
            <span className={style.title}>{title}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
