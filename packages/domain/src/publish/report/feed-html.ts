const TAG = /<[a-z](?:[^<>"]|"[^"]*")*>/gi
const ADDRESS = /(\s(?:href|src)=")([^"]*)(")/g
const ID = /\sid="[^"]*"/g

/**
 * Converts markup for a feed: URLs become absolute, because it is read on other sites, and ids are removed, because it
 * is combined with other entries.
 *
 * @param markup created by this server, with attributes in double quotes.
 * @param href absolute URL of its page, for links to anchors.
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
  // An ampersand is the only character that is escaped in relative URLs of this server's markup.
  const plain = address.replaceAll('&amp;', '&').replaceAll('&#x26;', '&')
  return URL.canParse(plain, href) ? new URL(plain, href).href.replaceAll('&', '&amp;').replaceAll('"', '%22') : '#'
}
