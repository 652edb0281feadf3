import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createTestDatabase } from '@assay/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '../lib/bootstrap/node.mjs'

// The command as a mail server starts it. Its outcomes are tested in packages/api/src/mail-replies.

const dataDir = mkdtempSync(join(tmpdir(), 'assay-mail-'))
let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const SETTINGS = {
  ASSAY_SMTP_URL: 'smtp://127.0.0.1:9',
  ASSAY_MAIL_FROM: 'Assay <assay@lab.test>',
  ASSAY_REPLY_ADDRESS: 'reply@lab.test',
  ASSAY_REPLY_AUTHSERV_ID: 'mx.lab.test',
}

async function mailIn(mail: string, variables: Record<string, string>) {
  const env = { ...process.env, ASSAY_DATA_DIR: dataDir, DATABASE_URL: database.url, ...variables }
  const child = spawn(process.execPath, ['bin/assay.mjs', 'mail-in'], { cwd: ROOT, env })
  child.stdin.end(mail)
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { log: await text(child.stderr), code: await ended }
}

test('a mail that is handled ends with 0, and an error with the code that delivers it again', async () => {
  const mail = 'From: <eve@evil.test>\r\nTo: <reply@lab.test>\r\n\r\nHello'
  expect(await mailIn(mail, SETTINGS)).toEqual({
    log: 'mail-in: ignored: None of its recipients is an address that this server created.\n',
    code: 0,
  })
  const none = { ...SETTINGS, DATABASE_URL: 'postgresql://assay@127.0.0.1:9/assay' }
  const address = `reply+${'a'.repeat(55)}@lab.test`
  expect(await mailIn(mail.replace('reply@lab.test', address), none)).toMatchObject({ code: 75 })
  const wrong = { ...SETTINGS, ASSAY_REPLY_ADDRESS: 'reply' }
  expect(await mailIn(mail, wrong)).toMatchObject({ code: 75, log: expect.stringContaining('ASSAY_REPLY_ADDRESS') })
})
