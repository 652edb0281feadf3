const TAG = /<[a-z](?:[^<>"]|"[^"]*")*>/gi
const ADDRESS = /(\s(?:href|src)=")([^"]*)(")/g
const ID = /\sid="[^"]*"/g

/**
 * Markup of ours as a feed may hold it: every address absolute, for it is read elsewhere, and no ids, for it stands
 * beside other entries.
 *
 * @param markup made by this server, whose attributes stand in double quotes.
 * @param href absolute address of the page that it is from; its own anchors lead there.
 */
export function feedHtml(markup: string, href: string): string {
  return markup.replaceAll(TAG, (tag) =>
    tag
      .replaceAll(ID, '')
      .replaceAll(ADDRESS, (_, before: string, address: string, after: string) =>
        [before, absolute(address, href), after].join(''),
      ),
  )
}

function absolute(address: string, href: string): string {
  // Addresses in markup are escaped; an ampersand is the only escaped character in relative ones.
  const plain = address.replaceAll('&amp;', '&').replaceAll('&#x26;', '&')
  return URL.canParse(plain, href) ? new URL(plain, href).href.replaceAll('&', '&amp;').replaceAll('"', '%22') : '#'
}
