import type { ChosenFile } from './tar-file.ts'

/** Files that operating systems add to folders. */
const OF_THE_SYSTEM = /(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini|__MACOSX(?:\/.*)?)$/

export const withoutSystemFiles = (files: readonly ChosenFile[]): ChosenFile[] =>
  files.filter(({ path }) => !OF_THE_SYSTEM.test(path))

/** The files of an input, with the folder that was chosen in their paths. */
export const chosenFiles = (files: Iterable<File>): ChosenFile[] =>
  [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }))

/**
 * The files that were dropped, with those of dropped folders.
 *
 * The entries are taken before the first wait, because a drop has no items after its event.
 */
export async function droppedFiles(items: Iterable<DataTransferItem>): Promise<ChosenFile[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  return (await Promise.all(entries.map(filesOf))).flat()
}

async function filesOf(entry: FileSystemEntry): Promise<ChosenFile[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    return [{ path: entry.fullPath.replace(/^\//, ''), file }]
  }
  if (!isFolder(entry)) return []
  return (await Promise.all((await entriesOf(entry)).map(filesOf))).flat()
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** All entries of a folder; a browser returns about 100 of them at a time. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return all
    all.push(...some)
  }
}
