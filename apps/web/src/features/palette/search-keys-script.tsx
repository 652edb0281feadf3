import { getNonce } from '../../trpc/server.ts'
import { listenForSearch } from './search-keys.ts'

/** Listens for the keys of search from the moment the page is shown, before its other scripts are there. */
export async function SearchKeysScript() {
  return (
    <script
      nonce={await getNonce()}
      // The browser hides the nonce from whoever reads the page.
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a function of ours, with nothing in it that anybody wrote
      dangerouslySetInnerHTML={{ __html: `(${listenForSearch.toString()})()` }}
    />
  )
}
