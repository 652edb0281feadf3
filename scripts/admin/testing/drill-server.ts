// For tests of backups: a server with a separate database and data directory.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { readAccountSettings } from '@assay/api/accounts/account-settings'
import { createAttachmentStore, sha256Hex } from '@assay/api/attachments/attachment-store'
import type { S3Settings } from '@assay/api/attachments/s3-bucket'
import { checkHealth } from '@assay/api/health/check-health'
import { openServices } from '@assay/api/open-services'
import { handleRest } from '@assay/api/rest/handle-rest'
import { exampleDocument } from '@assay/testing/server/example-document'
import { insertToken } from '@assay/testing/server/insert-token'

export const PROJECTS = ['first', 'second']
const ORIGIN = 'http://assay.test'

/** Opens a server; with the directory of an earlier one it continues with that data. */
export function openDrillServer(
  databaseUrl: string,
  dataDir = mkdtempSync(join(tmpdir(), 'assay-drill-')),
  variables: Record<string, string> = {},
  { directUrl, s3 }: { directUrl?: string; s3?: S3Settings } = {},
) {
  const accounts = readAccountSettings(variables)
  const services = openServices({ databaseUrl, directUrl, s3, dataDir, publicUrl: ORIGIN, limits: 'off', accounts })
  return {
    services,
    dataDir,
    health: () => checkHealth(services),
    send: (path: string, init: RequestInit = {}) => handleRest(new Request(`${ORIGIN}${path}`, init), services),
    stop: () => services.db.close(),
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

export type DrillServer = ReturnType<typeof openDrillServer>

/** Two projects with runs, raw files, a shared link and a webhook. Returns a token for each. */
export async function fillServer(server: DrillServer): Promise<Record<string, string>> {
  const tokens: Record<string, string> = {}
  for (const slug of PROJECTS) {
    const { db } = server.services
    const project = await db.projects.ensure({
      organization: slug,
      slug,
      name: slug,
      description: '',
      visibility: 'private',
    })
    const { token } = await insertToken(db, project.id, { name: 'drill' })
    tokens[slug] = token
    for (const [repeat, version] of ['17.6', '18.0', '18.1'].entries()) {
      await upload(server, token, { slug, repeat: repeat + 1, version })
    }
  }
  return tokens
}

export async function upload(
  server: DrillServer,
  token: string,
  { slug, repeat, version }: { slug: string; repeat: number; version: string },
): Promise<void> {
  const text = `raw output of ${slug} ${repeat}`
  const attachment = {
    name: 'out.txt',
    sha256: sha256Hex(text),
    sizeBytes: text.length,
    contentGzipBase64: gzipSync(text).toString('base64'),
  }
  const body = JSON.stringify({ ...exampleDocument({ version }), attachments: [attachment] })
  const id = `00000000-0000-4000-8000-${slug === 'first' ? '1' : '2'}${String(repeat).padStart(11, '0')}`
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await server.send(`/api/v1/runs/${id}`, { method: 'PUT', headers, body })
  if (!answer.ok) throw new Error(await answer.text())
}

/** Returns responses of REST as bytes: runs, comparisons, exports and raw files of both projects. */
export async function readAnswers(server: DrillServer, tokens: Record<string, string>): Promise<string[]> {
  const answers: string[] = []
  for (const slug of PROJECTS) {
    const at = `/api/v1/projects/${slug}`
    const files = [1, 2, 3].map((repeat) => `${at}/attachments/${sha256Hex(`raw output of ${slug} ${repeat}`)}`)
    const comparison = 'rows=test&columns=version&base=version:17.6'
    for (const path of [`${at}/runs`, `${at}/compare?${comparison}`, `${at}/explain?${comparison}`, ...files]) {
      const answer = await server.send(path, { headers: { authorization: `Bearer ${tokens[slug]}` } })
      answers.push(`${path} ${answer.status} ${await answer.text()}`)
    }
  }
  return answers
}

export const storeOf = (dataDir: string) => createAttachmentStore(join(dataDir, 'attachments'))
