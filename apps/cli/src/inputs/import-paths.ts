import { homedir } from 'node:os'
import { posix } from 'node:path'
import type { RawInput } from './raw-input.ts'

/** No file system has longer paths; a longer word of a message is not a path. */
const MAX_PATH_CHARACTERS = 4_096

const HOME = homedir().replaceAll('\\', '/')

/**
 * Paths of files for the importer. They include the folders above the given path, whose names may contain machine and
 * date, so that a run is the same from any working directory; the home directory is left out.
 */
export class ImportPaths {
  readonly all: ReadonlyMap<string, RawInput>
  /** The folder above all that was given, as the importer names it; empty when it is above the home directory. */
  readonly above: string

  private readonly fileBelow: ReadonlyMap<string, { path: string; input: RawInput }>

  constructor(inputs: readonly RawInput[], above = '') {
    this.above = HOME === above || HOME.startsWith(`${above}/`) ? '' : importPath(above)
    this.all = new Map(inputs.map((input) => [importPath(input.location), input]))
    this.fileBelow = firstFileOfFolders(this.all)
  }

  input(path: string): RawInput | undefined {
    return this.all.get(path)
  }

  /** A file or folder as the user would write it. */
  shown(path: string): string {
    return this.nearest(path, ({ shown }) => shown) ?? path
  }

  /** Returns a path below the given one; for a path above it only the last name, because the rest is private. */
  name(path: string): string {
    return this.nearest(path, ({ name }) => name) ?? posix.basename(path)
  }

  /** Rewrites a message with the paths in it as the user would write them. */
  retell(message: string): string {
    return message.replace(/[^\s"'`(),;]+/g, (word) => {
      if (!word.includes('/') || word.length > MAX_PATH_CHARACTERS) return word
      const end = /(?::\d{1,15})?[.:]?$/.exec(word)?.[0] ?? ''
      const shown = this.nearest(word.slice(0, word.length - end.length), (input) => input.shown)
      return shown === null ? word : shown + end
    })
  }

  /**
   * Returns the name of `path`, or of a path below a known file or folder (such as a column of a table), by the nearest
   * known ancestor. Null when none is known. Each pass shortens the path, so the loop terminates: an absolute path ends
   * at `/`.
   */
  private nearest(path: string, called: (input: RawInput) => string): string | null {
    for (const known of selfAndAncestors(path)) {
      const input = this.all.get(known)
      const text = input === undefined ? this.folder(known, called) : called(input)
      if (text !== null) return text + path.slice(known.length)
    }
    return null
  }

  /** Returns the name of a folder: that of a file in it without the common part of both paths. */
  private folder(folder: string, called: (input: RawInput) => string): string | null {
    const file = this.fileBelow.get(folder)
    if (file === undefined) return null
    const end = file.path.slice(folder.length)
    const text = called(file.input).replaceAll('\\', '/')
    return text.endsWith(end) && text.length > end.length ? text.slice(0, -end.length) : null
  }
}

/** Returns the first file below each folder, in the order of the files. */
function firstFileOfFolders(files: ReadonlyMap<string, RawInput>): Map<string, { path: string; input: RawInput }> {
  const first = new Map<string, { path: string; input: RawInput }>()
  for (const [path, input] of files) {
    for (const folder of ancestors(path)) {
      if (first.has(folder)) break // The folders above this one have their file already.
      first.set(folder, { path, input })
    }
  }
  return first
}

/** Yields `a/b/c`, `a/b`, `a`. */
function* selfAndAncestors(path: string): Generator<string> {
  if (path !== '') yield path
  yield* ancestors(path)
}

/** Yields `a/b` and `a` for `a/b/c`; without the root, whose name is empty. */
function* ancestors(path: string): Generator<string> {
  for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1))
    yield path.slice(0, slash)
}

function importPath(path: string): string {
  return path.startsWith(`${HOME}/`) ? path.slice(HOME.length + 1) : path.replace(/^([A-Za-z]:)?\/+/, '')
}
