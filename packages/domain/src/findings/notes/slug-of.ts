const MAX_SLUG_CHARACTERS = 60

/** A slug made from a title; `fallback` when the title has no letter or digit of ASCII. */
export function slugOf(title: string, fallback: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  const slug = (words ?? []).join('-').slice(0, MAX_SLUG_CHARACTERS).replace(/-+$/, '')
  return slug === '' ? fallback : slug
}
