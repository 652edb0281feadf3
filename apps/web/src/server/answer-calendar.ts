import { withFaultResponse } from '@assay/api/http/fault-response'
import { TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import { api } from '../trpc/server-caller.ts'

type Api = Awaited<ReturnType<typeof api>>

/** Responds with a meeting as a calendar file, which is not cached. */
export const answerCalendar = (
  read: (api: Api) => Promise<{ filename: string; text: string; method: string }>,
): Promise<Response> =>
  withFaultResponse(async () => {
    try {
      const { filename, text, method } = await read(await api())
      return new Response(text, {
        headers: {
          'content-type': `text/calendar; charset=utf-8; method=${method}`,
          'content-disposition': `attachment; filename="${filename}"`,
          'cache-control': 'private, no-store',
          'x-robots-tag': 'noindex',
        },
      })
    } catch (error) {
      if (!(error instanceof TRPCError)) throw error
      const headers = { 'content-type': 'text/plain; charset=utf-8' }
      return new Response(`${error.message}\n`, { status: getHTTPStatusCodeFromError(error), headers })
    }
  })
