import { getNonce } from '../trpc/server-caller.ts'

/** Runs a function as soon as the page is visible. @param run must not use anything from outside itself */
export async function InlineScript({ run }: { run: () => unknown }) {
  return (
    <script
      nonce={await getNonce()}
      // The browser hides the nonce attribute from scripts, so the rendered value differs.
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the text is a function of this repository without any input
      dangerouslySetInnerHTML={{ __html: `(${run.toString()})()` }}
    />
  )
}
