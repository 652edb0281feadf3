const MAX_SLUG_CHARACTERS = 60

/** Creates a slug from a title; returns `fallback` if the title has no ASCII letter or digit. */
export function slugOf(title: string, fallback: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  const slug = (words ?? []).join('-').slice(0, MAX_SLUG_CHARACTERS).replace(/-+$/, '')
  return slug === '' ? fallback : slug
}
