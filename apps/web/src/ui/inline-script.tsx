import { getNonce } from '../trpc/server.ts'

/** Runs a function from the moment the page is shown. @param run may use nothing from outside itself. */
export async function InlineScript({ run }: { run: () => unknown }) {
  return (
    <script
      nonce={await getNonce()}
      // The browser hides the nonce from whoever reads the page.
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a function of ours, with nothing in it that anybody wrote
      dangerouslySetInnerHTML={{ __html: `(${run.toString()})()` }}
    />
  )
}
