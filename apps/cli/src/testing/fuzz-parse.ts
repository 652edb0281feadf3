import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkDocument } from '@assay/domain/run/check-document'
import { runContent } from '@assay/domain/run/run-identity'
import { UploadDocument } from '@assay/domain/run/upload-document'
import { fuzz } from '@assay/testing/fuzz-worker'
import fc from 'fast-check'
import { EXIT } from '../exit-code.ts'
import { FakeServer, TOKEN } from './fake-server.ts'
import { type HostileEntry, hostileFolder, writeHostileFolder } from './hostile-folder.ts'
import { runCli } from './run-cli.ts'

// fuzz-parse.test.ts runs this module in a worker.

const FACTS = ['--product', 'P', '--version', '1.0', '--hardware', 'box', '--workload', 'w', '--clients', '2']
const EXPECTED: readonly number[] = [EXIT.ok, EXIT.refused, EXIT.usage]

/**
 * Throws when `assay` fails on the folder, prints something that is not a document, or sends some of the runs that it
 * would not upload.
 */
async function parseAndPush(directory: string, server: FakeServer, flags: readonly string[]): Promise<void> {
  const variables = { ASSAY_URL: server.url, ASSAY_TOKEN: TOKEN, ASSAY_SPOOL_DIR: join(directory, '..', 'spool') }
  const parsed = await runCli(['parse', directory, '--json', ...flags], variables)
  if (!EXPECTED.includes(parsed.code)) throw new Error(`parse ended with ${parsed.code}: ${parsed.log}`)
  const documents = parsed.out === '' ? [] : UploadDocument.array().parse(JSON.parse(parsed.out))
  const issue = documents.flatMap((document) => checkDocument(document))[0]
  if (issue !== undefined) throw new Error(`printed all the same: ${JSON.stringify(issue)}`)
  const runs = new Set(documents.map(runContent)).size
  server.runs.clear()
  const pushed = await runCli(['push', directory, '--project', 'lab', ...flags], variables)
  if (pushed.code !== EXIT.question && !EXPECTED.includes(pushed.code))
    throw new Error(`push ended with ${pushed.code}: ${pushed.log}`)
  const sent = server.runs.size
  const isAllOrNone = sent === runs || (sent === 0 && pushed.code !== EXIT.ok)
  if (!isAllOrNone) throw new Error(`sent ${sent} of ${runs} runs and ended with ${pushed.code}: ${pushed.log}`)
}

await fuzz(async (options, begin) => {
  const server = await FakeServer.start()
  const check = async (entries: readonly HostileEntry[], flags: readonly string[]) => {
    begin(entries.map(({ kind, path }) => `${kind} ${path.slice(0, 200)}`))
    const root = await mkdtemp(join(tmpdir(), 'assay-fuzz-'))
    try {
      const directory = join(root, 'given')
      await writeHostileFolder(directory, entries)
      await parseAndPush(directory, server, flags)
    } finally {
      await rm(root, { recursive: true, force: true })
    }
  }
  try {
    await fc.assert(fc.asyncProperty(hostileFolder, fc.constantFrom(FACTS, []), check), options)
  } finally {
    await server.stop()
  }
})
