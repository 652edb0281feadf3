import { resolve } from 'node:path'
import { openAttachmentStore } from '@assay/api/attachments/open-attachment-store'
import { PlainError } from '../../lib/plain-error.ts'
import type { Settings } from '../../start/settings.ts'
import type { Flags } from '../admin.ts'
import { withRunningDatabase } from '../with-database.ts'
import { readArchiveManifest } from './archive-manifest.ts'
import { exportProject } from './export-project.ts'
import { importProject } from './import-project.ts'

/** `assay export-project ORG/PROJECT FOLDER [--since FOLDER]`. */
export async function exportProjectCommand(settings: Settings, key: string, flags: Flags, rest: string[]) {
  const names = readNames(key)
  const [path] = rest
  if (path === undefined || rest.length > 1)
    throw new PlainError('Name one folder for the archive, which does not exist.')
  const folder = resolve(path)
  const since = flags.since === undefined ? null : readArchiveManifest(resolve(flags.since)).horizon
  return withRunningDatabase(settings, async ({ url }) => {
    const source = { url, store: openAttachmentStore(settings) }
    const { tables, results, files } = await exportProject(source, folder, { ...names, since })
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(`exported ${key} to ${folder}`)
    console.log(`  ${rows} rows of ${tables.length} tables, ${results.rows} values, ${files.length} raw files`)
    return 0
  })
}

/** `assay import-project FOLDER ORG/PROJECT`. */
export async function importProjectCommand(settings: Settings, path: string, _flags: Flags, rest: string[]) {
  const [key] = rest
  if (key === undefined || rest.length > 1)
    throw new PlainError('Name the project to import into, as ORGANIZATION/NAME.')
  const names = readNames(key)
  return withRunningDatabase(settings, async ({ url }) => {
    const target = { url, store: openAttachmentStore(settings) }
    const { manifest, isNew, runs } = await importProject(target, resolve(path), names)
    const { project, createdAt } = manifest
    console.log(`imported ${project.organization}/${project.slug} of ${createdAt}`)
    console.log(`  ${isNew ? 'as the new project' : 'into the project'} ${key}, which has ${runs} runs now`)
    return 0
  })
}

function readNames(key: string): { organization: string; slug: string } {
  const [, organization, slug] = /^([a-z0-9-]+)\/([a-z0-9-]+)$/.exec(key) ?? []
  if (organization === undefined || slug === undefined) {
    throw new PlainError(
      `${JSON.stringify(key)} names no project. Write ORGANIZATION/NAME, as in its address /o/ORGANIZATION/p/NAME.`,
    )
  }
  return { organization, slug }
}
