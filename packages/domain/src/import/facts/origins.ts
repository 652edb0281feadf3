import type { Fields } from '../fields.ts'
import type { SourceFile } from '../import-context.ts'

/**
 * The kinds of sources of a fact: the content of an output, the name of a file or of a folder, a companion file or the
 * record of `assay exec`, a rule of the profile, a default, a guess, or a person.
 */
export type FactSource = 'output' | 'name' | 'folder' | 'companion' | 'profile' | 'default' | 'guess' | 'flag'

/** The source of a fact: `from` is the path of a file or folder, the flag, or the name of the profile. */
export type Origin = {
  source: FactSource
  from: string
  /** 0 to 1; 1 where it is left out. */
  confidence?: number
}

/** Origins by field. */
export type Origins = Readonly<Record<string, Origin>>

/** The same origin for all fields. */
export const originsOf = (fields: Fields, origin: Origin): Origins =>
  Object.fromEntries(Object.keys(fields).map((field) => [field, origin]))

/**
 * The origins of the fields of a file: its folders, its name, and its content where that differs from the path. As with
 * the fields, content overrides names.
 */
export function originsOfFile({ path, directory, named }: SourceFile, content: Fields): Origins {
  const ofPath = { ...directory.fields, ...named?.fields }
  const own = Object.fromEntries(Object.entries(content).filter(([field, text]) => ofPath[field] !== text))
  const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')))
  return {
    ...withConfidence(originsOf(directory.fields, { source: 'folder', from: folder }), directory.confidence),
    ...withConfidence(originsOf(named?.fields ?? {}, { source: 'name', from: path }), named?.evidence?.confidence),
    ...originsOf(own, { source: 'output', from: path }),
  }
}

const withConfidence = (origins: Origins, confidence: Readonly<Record<string, number>> = {}): Origins =>
  Object.fromEntries(
    Object.entries(origins).map(([field, origin]) => {
      const known = confidence[field]
      return [field, known === undefined ? origin : { ...origin, confidence: known }]
    }),
  )
