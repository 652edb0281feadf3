import { type ImportFile, importFiles } from '@assay/domain/import/import-files'
import { parseImportProfile } from '@assay/domain/import/profile/profile'
import { SHIPPED_PROFILES } from '@assay/domain/import/profile/shipped-profiles'
import { redact } from '@assay/domain/parse/redact'
import { unwrap } from '@assay/domain/result'
import { checkDocument } from '@assay/domain/run/check-document'
import { UploadDocument } from '@assay/domain/run/upload-document'
import fc from 'fast-check'
import { fuzz } from '../fuzz-worker.ts'
import { mutations, oddPath } from './mutations.ts'
import { recordedFolders, WRITTEN_FOLDERS } from './recorded-fixture-folders.ts'

// This module runs in a worker of import/fuzz-importers.test.ts.

const PROFILES = Object.values(SHIPPED_PROFILES).map((yaml) => unwrap(parseImportProfile(yaml)))

const STATED = { product: 'P', version: '1.0', build: 'b', config: 'c', hardware: 'h', workload: 'w', clients: 2 }

const damaged = (folders: readonly ImportFile[][]) =>
  fc
    .tuple(fc.constantFrom(...folders), fc.nat(), mutations, oddPath)
    .map(([files, pick, changes, rename]): ImportFile[] => {
      const at = pick % files.length
      return files.map((file, i) =>
        i === at ? { path: rename(file.path), text: changes.reduce((text, change) => change(text), file.text) } : file,
      )
    })

/** Throws if an import stores a value that no measurement can have, or reports a line that the file does not have. */
function importAndCheck(
  files: readonly ImportFile[],
  profile: (typeof PROFILES)[number],
  overrides: typeof STATED | object,
) {
  const { documents, problems } = importFiles(files, { profile, overrides })
  for (const { text } of files) redact(text) // Attached raw files are redacted too, so redaction must not fail.
  for (const document of documents) {
    const issues = checkDocument(UploadDocument.parse(document))
    if (issues.length > 0) throw new Error(`stored all the same: ${JSON.stringify(issues[0])}`)
  }
  const lines = new Map(files.map(({ path, text }) => [path, text.split('\n').length]))
  for (const { file, line } of problems) {
    if (line !== undefined && (line < 1 || line > (lines.get(file) ?? line)))
      throw new Error(`${file} has no line ${line}`)
  }
}

await fuzz((options, begin) => {
  const folders = [...recordedFolders(), ...WRITTEN_FOLDERS]
  const profile = fc.constantFrom(...PROFILES)
  const property = fc.property(damaged(folders), profile, fc.constantFrom(STATED, {}), (files, chosen, overrides) => {
    begin(files.map(({ path, text }) => [path.slice(0, 200), text.length]))
    importAndCheck(files, chosen, overrides)
  })
  fc.assert(property, options)
})
