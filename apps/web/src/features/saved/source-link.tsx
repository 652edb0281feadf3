/** Where figures are from: a link where there is one. */
export function SourceLink({ source: { name, url } }: { source: { name: string; url: string | null } }) {
  return url === null ? name : <a href={url}>{name}</a>
}
