import { getNonce } from '../trpc/server.ts'

/** Runs a function from the moment the page is shown. @param run may use nothing from outside itself. */
export async function InlineScript({ run }: { run: () => unknown }) {
  return (
    <script
      nonce={await getNonce()}
      // The browser hides the nonce from whoever reads the page.
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the text is a function of this repository without any input
      dangerouslySetInnerHTML={{ __html: `(${run.toString()})()` }}
    />
  )
}
