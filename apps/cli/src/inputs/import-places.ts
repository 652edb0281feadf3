import { homedir } from 'node:os'
import { posix } from 'node:path'
import type { RawInput } from './raw-input.ts'

const HOME = homedir().replaceAll('\\', '/')

/**
 * Files by where they lie, as the importer sees it: with the folders above what was given, whose names tell of machine and
 * date, so that a run comes out the same from wherever assay is called; without the user's own home.
 */
export class ImportPlaces {
  readonly all: ReadonlyMap<string, RawInput>

  constructor(inputs: readonly RawInput[]) {
    this.all = new Map(inputs.map((input) => [importPath(input.place), input]))
  }

  input(path: string): RawInput | undefined {
    return this.all.get(path)
  }

  /** A file or folder as the user would write it. */
  shown(path: string): string {
    return this.nearest(path, ({ shown }) => shown) ?? path
  }

  /** A file or folder below what was given; of one above it only the last name, for the rest is nobody else's business. */
  name(path: string): string {
    return this.nearest(path, ({ name }) => name) ?? posix.basename(path)
  }

  /** A message with the paths in it as the user would write them. */
  retell(message: string): string {
    return message.replace(/[^\s"'`(),;]+/g, (word) => {
      const [, path = '', end = ''] = /^(.*?)((?::\d+)?[.:]?)$/.exec(word) ?? []
      const shown = path.includes('/') ? this.nearest(path, (input) => input.shown) : null
      return shown === null ? word : shown + end
    })
  }

  /** Also of what is no file, such as a column of a table, by the nearest folder above it that has files. */
  private nearest(path: string, called: (input: RawInput) => string): string | null {
    for (let known = path; known !== '.'; known = posix.dirname(known)) {
      const input = this.all.get(known)
      const text = input === undefined ? this.folder(known, called) : called(input)
      if (text !== null) return text + path.slice(known.length)
    }
    return null
  }

  /** A folder by a file in it: whatever the file is called, less the same end. */
  private folder(folder: string, called: (input: RawInput) => string): string | null {
    for (const [path, input] of this.all) {
      if (!path.startsWith(`${folder}/`)) continue
      const end = path.slice(folder.length)
      const text = called(input).replaceAll('\\', '/')
      return text.endsWith(end) && text.length > end.length ? text.slice(0, -end.length) : null
    }
    return null
  }
}

function importPath(place: string): string {
  return place.startsWith(`${HOME}/`) ? place.slice(HOME.length + 1) : place.replace(/^([A-Za-z]:)?\/+/, '')
}
