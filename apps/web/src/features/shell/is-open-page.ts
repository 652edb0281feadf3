type About = {
  href: string
  /** True when the pages below it have separate links. */
  alone: boolean
}

/** Returns true when a navigation link leads to the current page or to one above it. */
export const isOpenPage = (path: string, { href, alone }: About): boolean =>
  path === href || (!alone && path.startsWith(`${href}/`))
