import { applyFirst, applyRule, type Fields } from './fields.ts'
import type { DatasetRule, FileRule, ImportProfile } from './profile.ts'
import { decodeServerName, type ServerName } from './server-name.ts'

/** What the directories of a path say. */
export type DecodedDirectory = {
  fields: Fields
  /** The directory that the server's directory is in, or the whole when no directory names a server. */
  dataset: string
  /** Innermost directory above the server that says more than a machine, a run or a number of clients. */
  datasetName: string | null
  server: ServerName | null
  /** Fields of the rows of a db_bench block, by place. */
  rows: readonly Fields[]
}

export type DecodedFile = { rule: FileRule; fields: Fields }

export type PathDecoder = {
  directory(path: string): DecodedDirectory
  /** By the name alone, without directories and .gz; null when no rule knows it. */
  file(name: string): DecodedFile | null
  server(name: string): ServerName | null
}

/** Decodes names by a profile; each different name once. */
export function createPathDecoder(profile: ImportProfile): PathDecoder {
  return {
    directory: remember((path) => decodeDirectory(profile, path)),
    file: remember((name) => applyFirst(profile.files, name)),
    server: remember((name) => decodeServerName(profile, name, 'table')),
  }
}

function remember<T>(decode: (name: string) => T): (name: string) => T {
  const known = new Map<string, { decoded: T }>()
  return (name) => {
    const found = known.get(name) ?? { decoded: decode(name) }
    known.set(name, found)
    return found.decoded
  }
}

function decodeDirectory(profile: ImportProfile, path: string): DecodedDirectory {
  const segments = path === '' ? [] : path.split('/')
  // The deepest name of a server wins: what lies above it is the data set, what lies below belongs to it.
  const serverAt = segments.findLastIndex((segment) => decodeServerName(profile, segment, 'directory') !== null)
  const above = serverAt === -1 ? segments : segments.slice(0, serverAt)
  const server = serverAt === -1 ? null : decodeServerName(profile, segments[serverAt] ?? '', 'directory')

  const fields: Record<string, string> = {}
  let rows: readonly Fields[] = []
  let datasetName: string | null = null
  for (const [index, segment] of segments.entries()) {
    if (index === serverAt) {
      Object.assign(fields, server?.fields)
      continue
    }
    const dataset = findDataset(profile.datasets, segments.slice(0, index + 1))
    const directory = applyFirst(profile.directories, segment)
    const words = directory === null ? readWords(profile, segment) : { fields: directory.fields, others: [] }
    Object.assign(fields, words.fields, dataset?.fields)
    rows = dataset?.rule.rows ?? rows
    if (index < above.length && (dataset !== null || words.others.length > 0)) datasetName = segment
  }
  return { fields, dataset: above.join('/'), datasetName, server, rows }
}

/** The rule whose pattern matches the end of a path, over as many directories as the pattern has. */
function findDataset(rules: readonly DatasetRule[], segments: readonly string[]) {
  for (const rule of rules) {
    const depth = rule.match.source.split('/').length
    const fields = applyRule(rule, segments.slice(-depth).join('/'))
    if (fields !== null) return { rule, fields }
  }
  return null
}

/** A machine may be named by several words, `gcp.8core.arm`; the longest name wins. */
const MACHINE_WORDS = 4

function readWords(profile: ImportProfile, segment: string): { fields: Fields; others: readonly string[] } {
  const words = segment.split('.')
  const fields: Record<string, string> = {}
  const others: string[] = []
  for (let at = 0; at < words.length; ) {
    const machine = findMachine(profile, words, at)
    if (machine !== null) {
      fields.hardware = machine.name
      at += machine.words
      continue
    }
    const word = words[at] ?? ''
    const known = applyFirst(profile.words, word)
    if (known === null) others.push(word)
    else Object.assign(fields, known.fields)
    at++
  }
  return { fields, others }
}

function findMachine(profile: ImportProfile, words: readonly string[], at: number) {
  for (let count = Math.min(MACHINE_WORDS, words.length - at); count > 0; count--) {
    const token = words.slice(at, at + count).join('.')
    const machine = profile.machines.find(({ tokens }) => tokens.includes(token))
    if (machine !== undefined) return { name: machine.name, words: count }
  }
  return null
}
