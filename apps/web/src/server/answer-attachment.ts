import { withFaultResponse } from '@assay/api/http/fault-response'
import { attachmentResponse } from '@assay/api/specs/read-attachment'
import type { AttachmentFile } from '@assay/domain/specs/attachments/attachment'
import { TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import { api } from '../trpc/server-caller.ts'
import { nothingThere } from './open-share-page.ts'

type Api = Awaited<ReturnType<typeof api>>

/** Responds with an attachment of a spec; without access the response is that of a missing one. */
export const answerAttachment = (read: (api: Api) => Promise<AttachmentFile | null>): Promise<Response> =>
  withFaultResponse(async () => {
    try {
      const file = await read(await api())
      return file === null ? nothingThere() : attachmentResponse(file)
    } catch (error) {
      if (!(error instanceof TRPCError) || getHTTPStatusCodeFromError(error) >= 500) throw error
      return nothingThere()
    }
  })
