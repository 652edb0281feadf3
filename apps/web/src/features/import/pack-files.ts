import { isArchiveName, MAX_UPLOAD_FILES } from '@assay/domain/import/archives/container'
import { type ChosenFile, tarBlocks } from './tar-file.ts'

/** The archive to upload. */
export type Packed = { body: Blob; name: string; fileCount: number; sizeBytes: number }

/** Why files cannot be uploaded together; null when they can. The server would refuse them after minutes of packing. */
export const whyTooMany = ({ length }: readonly ChosenFile[]): string | null =>
  length > MAX_UPLOAD_FILES
    ? `These are ${length.toLocaleString('en')} files, and an import has at most ${MAX_UPLOAD_FILES.toLocaleString('en')}. Choose its folders one after another, or use assay push (docs/cli.md).`
    : null

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
