import { isArchiveName } from '@assay/domain/import/archives/container'
import { type ChosenFile, tarBlocks } from './tar-file.ts'

/** The archive to upload. */
export type Packed = { body: Blob; name: string; fileCount: number; sizeBytes: number }

/** Packs files into a .tar.gz; an archive that was chosen alone is sent as it is. */
export async function packFiles(files: readonly ChosenFile[]): Promise<Packed> {
  const sizeBytes = files.reduce((sum, { file }) => sum + file.size, 0)
  const [first] = files
  if (first !== undefined && files.length === 1 && isArchiveName(first.path)) {
    return { body: first.file, name: first.path, fileCount: 1, sizeBytes }
  }
  // Equal files make equal bytes, whatever their order, so that an upload of them can be continued.
  const ordered = files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const packed = new Blob(tarBlocks(ordered)).stream().pipeThrough(new CompressionStream('gzip'))
  return { body: await new Response(packed).blob(), name: 'import.tar.gz', fileCount: files.length, sizeBytes }
}
