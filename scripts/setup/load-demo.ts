import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { uploadRun } from '@assay/api/runs/upload-run'
import type { Services } from '@assay/api/services'
import { scopeOf } from '@assay/db/open'
import type { Project } from '@assay/db/types'
import { z } from 'zod'
import { PlainError } from '../lib/plain-error.ts'
import { isDemoLoaded, listDemoFiles, noteDemoLoaded } from './demo-documents.ts'
import { loadExperiments } from './load-experiments.ts'
import { loadNotes } from './load-notes.ts'
import { loadReports } from './load-reports.ts'
import { loadRunners } from './load-runners.ts'
import { loadShares } from './load-shares.ts'
import { loadSpecs } from './load-specs.ts'

const CONCURRENCY = 4

/** A file contains one upload document or a list of them; the upload validates each document. */
const DemoFile = z.union([z.array(z.unknown()), z.looseObject({}).transform((document) => [document])])

/**
 * Uploads demo/documents/*.json.gz through the use-case of every runner, and adds the known bugs, saved comparisons,
 * reports, published comparisons, specs, experiments and runners of demo/, unless they were loaded before.
 *
 * @throws PlainError when a document is refused: then the demo and the server disagree, and a test should have
 *   failed.
 */
export async function loadDemo({
  services,
  project,
  dataDir,
}: {
  services: Services
  project: Project
  dataDir: string
}) {
  if (isDemoLoaded({ dataDir, projectId: project.id })) return
  const began = Date.now()
  const documents = listDemoFiles().flatMap(readDocuments)
  const access = { project, role: null, queries: services.db.in(scopeOf(project)) }
  const pending = documents.entries()
  const uploadNext = async () => {
    for (const [index, { path, document }] of pending) {
      // Runs of a recorded experiment are repeats of each other, as they were when they were uploaded.
      const stored = await uploadRun(services, access, { input: document, onConflict: 'repeat' })
      if (!stored.ok) throw new PlainError(`The demo document ${path} was refused: ${stored.error.detail}`)
      if ((index + 1) % 100 === 0) print(`${index + 1} of ${documents.length} runs`)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, uploadNext))
  await loadNotes({ db: services.db, project })
  await loadReports(services, access, services.now())
  await loadShares(services, access, services.now())
  await loadSpecs(services, access)
  await loadExperiments(access)
  await loadRunners(access)
  noteDemoLoaded({ dataDir, projectId: project.id })
  print(`${documents.length} runs loaded (${Math.round((Date.now() - began) / 1000)} s)`)
}

function readDocuments(path: string): { path: string; document: unknown }[] {
  const text = gunzipSync(readFileSync(path)).toString('utf8')
  return DemoFile.parse(JSON.parse(text)).map((document) => ({ path, document }))
}

function print(text: string): void {
  console.log(`${'demo'.padEnd(12)} ${text}`)
}
