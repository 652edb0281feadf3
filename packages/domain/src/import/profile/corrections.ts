import { matchesName } from '../../match-name.ts'
import { type Fields, folderOf } from '../fields.ts'
import { readName } from '../names/read-name.ts'

/**
 * A fact that a person states about paths, in the preview or in a profile. Values are texts, or parts of the path such
 * as `@segment2`, so that one correction holds for a whole column.
 */
export type Correction = {
  /** Folders or file, as they follow each other in a path; `*` stands for any characters of one name. All by default. */
  path?: string | undefined
  set: Readonly<Record<string, string>>
}

const REFERENCE = /^@(folder|segment|file)([1-9]?)$/

/**
 * True for a value that stands for a part of the path: `@folder` is the innermost folder name that nothing decodes,
 * `@segment` the innermost folder, `@file` the first part of the file's name that nothing decodes; `@folder2` and
 * `@segment2` are the next ones outwards, `@file2` the next part.
 */
export const isPathReference = (text: string | undefined): boolean => text !== undefined && REFERENCE.test(text)

/** The parts of one path to which references may point. */
type PathNames = { plainPath: string; undecoded: readonly string[] }

/** The fields that corrections state for a file; later corrections override earlier ones. */
export function correctedFields(corrections: readonly Correction[], parts: PathNames): Fields {
  const fields: Record<string, string> = {}
  for (const { path, set } of corrections) {
    if (path !== undefined && !containsPath(parts.plainPath, path)) continue
    for (const [field, text] of Object.entries(set)) {
      const named = resolveReference(text, parts)
      const value = isPathReference(text) ? valueOfReference(field, named) : named
      if (value !== undefined) fields[field] = value
    }
  }
  return fields
}

/** The value that a part of a path states for a field: 9 for the version `v9`. */
export const valueOfReference = (field: string, text: string | undefined): string | undefined =>
  field === 'version' ? text?.replace(/^v(?=\d)/i, '') : text

const ENDING = /\.(?:txt|log|out|json|csv|tsv|result|res)$/i

/** The parts of a file's name that no common spelling decodes. */
export const undecodedOfName = (name: string): readonly string[] => readName(name.replace(ENDING, '')).rest

function resolveReference(text: string, { plainPath, undecoded }: PathNames): string | undefined {
  const [, kind, digit] = REFERENCE.exec(text) ?? []
  if (kind === undefined) return text
  const at = Number(digit || '1') - 1
  if (kind === 'folder') return undecoded[at]
  if (kind === 'segment') return folderOf(plainPath).split('/').toReversed()[at] || undefined
  return undecodedOfName(plainPath.slice(plainPath.lastIndexOf('/') + 1))[at]
}

/** True when the names of `path` follow each other in the names of a file's path. */
export function containsPath(plainPath: string, path: string): boolean {
  const names = plainPath.split('/')
  const wanted = path.split('/').filter((name) => name !== '' && name !== '.')
  return names.some((_, at) =>
    wanted.every((pattern, index) => {
      const name = names[at + index]
      return name !== undefined && matchesName(name, pattern)
    }),
  )
}
