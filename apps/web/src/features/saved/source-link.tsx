/** The source of results, as a link when it has a URL. */
export function SourceLink({ source: { name, url } }: { source: { name: string; url: string | null } }) {
  return url === null ? name : <a href={url}>{name}</a>
}
