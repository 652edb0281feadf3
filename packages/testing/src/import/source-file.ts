import type { ImportContext, SourceFile } from '@assay/domain/import/import-context'

/** A file as the import gets it, with the facts that its path states. */
export function sourceFile(context: ImportContext, path: string, text: string): SourceFile {
  const slash = path.lastIndexOf('/')
  const name = path.slice(slash + 1)
  const directory = context.decoder.directory(path.slice(0, Math.max(0, slash)))
  return { path, name, plainPath: path, text, directory, corrected: {}, named: context.decoder.file(name, directory) }
}
