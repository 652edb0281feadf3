import { MAX_MAIL_BYTES } from '@assay/api/mail-replies/parse-mail'
import { receiveMail } from '@assay/api/mail-replies/receive-mail'
import { openServices } from '@assay/api/open-services'
import type { Settings } from '../start/settings.ts'
import { withRunningDatabase } from './with-database.ts'

/** The code of sysexits.h with which a mail server tries to deliver again later. */
export const EX_TEMPFAIL = 75

/**
 * Receives a mail on standard input from a mail server. A mail that is refused ends with 0 as well, so that the mail
 * server sends no bounce, which could go to a forged sender.
 */
export async function receiveMailCommand(settings: Settings): Promise<number> {
  const raw = await readMail(process.stdin)
  const { outcome, reason } = await withRunningDatabase(settings, async ({ url }) => {
    const publicUrl = settings.publicUrl ?? `http://localhost:${settings.port}`
    const services = openServices({ ...settings, databaseUrl: url, publicUrl })
    try {
      return await receiveMail(services, raw)
    } finally {
      await services.db.close()
    }
  })
  console.error(`mail-in: ${outcome}: ${reason}`)
  return 0
}

/** Reads one byte more than allowed at most, so that the refusal names the limit. */
async function readMail(input: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of input) {
    if (size <= MAX_MAIL_BYTES) chunks.push(chunk)
    size += chunk.length
  }
  return Buffer.concat(chunks)
}
