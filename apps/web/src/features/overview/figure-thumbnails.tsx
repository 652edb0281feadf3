import { FigureThumbnail } from '../../charts/figure-thumbnail.tsx'
import style from './figure-thumbnails.module.css'

/** A page with a lead figure: the query of the comparison that it begins with, or null where it has none. */
export type Thumbnail = { id: string; title: string; about: string | null; href: string; query: string | null }

type Props = { project: string; thumbnails: readonly Thumbnail[] }

/** Pages as thumbnails of their lead figure. */
export function FigureThumbnails({ project, thumbnails }: Props) {
  return (
    <ul className={style.list}>
      {thumbnails.map(({ id, title, about, href, query }) => (
        <li key={id}>
          <a href={href} title={about ?? undefined} className={style.thumbnail}>
            <FigureThumbnail project={project} query={query} />
            <span className={style.title}>{title}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
