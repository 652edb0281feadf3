import { compareExportPath } from '../paths.ts'
import style from './figure-thumbnail.module.css'

/** `query` is that of the comparison whose figure is shown; null leaves the frame empty. */
type Props = { project: string; query: string | null }

/**
 * The lead figure of a comparison as a small picture, in the theme of the reader. It is requested when it comes near the window,
 * because it is a comparison of its own.
 */
export function FigureThumbnail({ project, query }: Props) {
  return (
    <span className={style.figure}>
      {query !== null &&
        (['light', 'dark'] as const).map((theme) => (
          // A figure is drawn by the server for each request, so that there is nothing to optimize.
          // biome-ignore lint/performance/noImgElement: an SVG file has no sizes to choose from
          <img
            key={theme}
            src={`${compareExportPath(project, 'thumbnail', query)}&theme=${theme}`}
            alt=""
            loading="lazy"
            decoding="async"
            data-theme={theme}
          />
        ))}
    </span>
  )
}
