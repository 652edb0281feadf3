type About = {
  href: string
  /** Pages below it have links of their own. */
  alone: boolean
}

/** Returns true when a link of a navigation leads to the open page or to one above it. */
export const isOpenPage = (path: string, { href, alone }: About): boolean =>
  path === href || (!alone && path.startsWith(`${href}/`))
