import type { SavedPage } from '../../trpc/api-types.ts'
import { Section } from '../../ui/section.tsx'
import style from './favorite-links.module.css'

const SHOWN_SEEN = 8

/** Favorites and recently viewed pages on the overview of a project; nothing when both lists are empty. */
export function FavoriteLinks({ saved, seen }: { saved: readonly SavedPage[]; seen: readonly SavedPage[] }) {
  const others = seen.filter(({ path }) => saved.every((one) => one.path !== path)).slice(0, SHOWN_SEEN)
  if (saved.length + others.length === 0) return null
  return (
    <div className={style.pair}>
      {saved.length > 0 && (
        <Section title="Favorites">
          <Links pages={saved} />
        </Section>
      )}
      {others.length > 0 && (
        <Section title="Recently viewed">
          <Links pages={others} />
        </Section>
      )}
    </div>
  )
}

const Links = ({ pages }: { pages: readonly SavedPage[] }) => (
  <ul className={style.links}>
    {pages.map(({ path, name }) => (
      <li key={path}>
        <a href={path}>{name}</a>
      </li>
    ))}
  </ul>
)
