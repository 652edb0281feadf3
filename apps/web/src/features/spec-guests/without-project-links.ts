/** Rendered markup without its links into the project: to whoever reads one spec they lead nowhere. */
export const withoutProjectLinks = (html: string): string =>
  html.replaceAll(/<a href="\/p\/[^"]*"[^>]*>(.*?)<\/a>/gs, (_, inner: string) =>
    inner === 'Open the comparison' ? '' : inner,
  )
