import { applyFirst, applyRule, belowFolder, type Fields } from '../fields.ts'
import { decodeCommonName, type FileEvidence } from '../names/decode-common-name.ts'
import { certainFieldsOfFile, readFileName } from '../names/read-file-name.ts'
import { type CommonFolders, readFolders } from '../names/read-folders.ts'
import type { NamedFact } from '../names/read-name.ts'
import { decodeServerName, type ServerName } from '../server-name.ts'
import { isPathReference, valueOfReference } from './corrections.ts'
import type { DatasetRule, FileRule, ImportProfile, NameRule } from './profile.ts'

/** The facts that the directories of a path state. */
export type DecodedDirectory = {
  fields: Fields
  /** The directory that contains the server's directory, or the whole path when no directory names a server. */
  dataset: string
  /** The innermost directory above the server that states more than a machine, a run or a number of clients. */
  datasetName: string | null
  /** The same where a rule of the profile names the data set. */
  ruledDatasetName: string | null
  server: ServerName | null
  /** Fields of the rows of a db_bench block, by row index. */
  rows: readonly Fields[]
  /** Names, or parts of names between decoded words, that no rule decoded; the innermost first. */
  undecoded: readonly string[]
  /** True when the profile decodes no product or no version, so that names are read by common spellings. */
  isCommon: boolean
  /** How sure the fields are that were read by common spellings. */
  confidence: Readonly<Record<string, number>>
  /** Facts of its names that are less than certain. */
  uncertain: readonly NamedFact[]
}

export type DecodedFile = {
  /** The matched rule; null for a name that was read by common spellings. */
  rule: FileRule | null
  fields: Fields
  /** Evidence from common spellings, in a directory whose names are read so too. */
  evidence?: FileEvidence
}

export type PathDecoder = {
  directory(path: string): DecodedDirectory
  /**
   * The directory of a file. Where no rule knows the file's name, words after a product, as in `pg18_ext4`, are not a
   * build of a server, so the directory is read by common spellings, and ambiguous rules do not apply outside of the data
   * sets that the profile names.
   */
  directoryOf(path: string, name: string): DecodedDirectory
  /** Decodes a file name without directories and .gz; null when it states nothing. */
  file(name: string, directory?: DecodedDirectory): DecodedFile | null
  /** Decodes a file name by certain spellings only, with the rest of the name as the test. */
  certainFile(name: string, directory: DecodedDirectory): DecodedFile | null
  server(name: string): ServerName | null
}

/**
 * Creates a decoder of paths by a profile. It decodes each distinct name once.
 *
 * @param stated fields that the user stated. They override all names, and a part of a directory name that equals the
 *   stated machine is decoded as the machine. `@folder` stands for the innermost name that no rule decoded, `@folder2`
 *   for the next one outwards.
 * @param options.commonNames true to read names that the profile does not decode by their common spellings (names/).
 * @param options.above the folder above the given files, up to which names are not read by common spellings.
 */
export function createPathDecoder(
  profile: ImportProfile,
  stated: Fields = {},
  { commonNames = true, above = '' }: { commonNames?: boolean; above?: string } = {},
): PathDecoder {
  const overrule = (fields: Fields): Fields =>
    Object.fromEntries(
      Object.entries(fields).map(([field, text]) => [
        field,
        isPathReference(stated[field]) ? text : (stated[field] ?? text),
      ]),
    )
  const byProfile = remember((name) => decodeFileName(profile, name))
  const byCommonSpelling = remember(readFileName)
  const directory = remember((path) => decodeStated(profile, path, { stated, commonNames, above }))
  const sureRules = {
    ...profile,
    servers: profile.servers.filter(({ sure }) => sure === true),
    directories: profile.directories.filter(isUnambiguous),
    words: profile.words.filter(isUnambiguous),
  }
  const bySureRules = remember((path) => decodeStated(sureRules, path, { stated, commonNames, above }))
  return {
    directory,
    directoryOf: (path, name) => {
      const found = directory(path)
      if (!commonNames || byProfile(name) !== null) return found
      const common = bySureRules(path)
      // The author of a rule for a data set knows the names of its folders.
      const isRuled = found.ruledDatasetName !== null
      if (found.server === null) return isRuled || common.fields.product === undefined ? found : common
      const isKnown = common.fields.product === found.fields.product && common.fields.version === found.fields.version
      const isOpen = common.uncertain.some(({ field }) => field === 'product' || field === 'version')
      return common.server === null && common.isCommon && (isKnown || isOpen) ? common : found
    },
    file: (name, directory) => {
      const found = byProfile(name)
      if (found !== null) return { ...found, fields: overrule(found.fields) }
      if (!commonNames || directory === undefined) return null
      return decodeCommonName(byCommonSpelling(name), directory, { stated, overrule })
    },
    certainFile: (name, directory) => {
      const fields = directory.isCommon ? certainFieldsOfFile(name) : {}
      return Object.keys(fields).length === 0 ? null : { rule: null, fields: overrule(fields) }
    },
    server: remember((name) => {
      const found = decodeServerName(profile, name, 'table')
      return found === null ? null : { ...found, fields: overrule(found.fields) }
    }),
  }
}

const isUnambiguous = ({ ambiguous }: NameRule): boolean => ambiguous !== true

/**
 * Tries the last word of a name, and the word before its ending, as a suffix such as `v2`, so that the file rules need
 * not list every suffix.
 */
function decodeFileName(profile: ImportProfile, name: string): DecodedFile | null {
  const words = name.split('.')
  for (const at of [words.length - 1, words.length - 2]) {
    const suffix = at > 0 ? applyFirst(profile.fileSuffixes, words[at] ?? '') : null
    const found = suffix === null ? null : applyFirst(profile.files, words.toSpliced(at, 1).join('.'))
    if (suffix !== null && found !== null) return { ...found, fields: { ...found.fields, ...suffix.fields } }
  }
  return applyFirst(profile.files, name)
}

/** Names that are read by common spellings: none, or those below a folder. */
type NamesToRead = { commonNames: boolean; above: string }

const FOLDER = /^@folder(\d?)$/

function decodeStated(
  profile: ImportProfile,
  path: string,
  { stated, ...names }: NamesToRead & { stated: Fields },
): DecodedDirectory {
  const { undecoded } = decodeDirectory(profile, path, { machine: null, ...names })
  const fields: Record<string, string> = {}
  for (const [field, text] of Object.entries(stated)) {
    const [, digit] = FOLDER.exec(text) ?? []
    const named = digit === undefined ? text : undecoded[Math.max(0, Number(digit || '1') - 1)]
    const value = digit === undefined ? named : valueOfReference(field, named)
    if (value !== undefined) fields[field] = value
  }
  const decoded = decodeDirectory(profile, path, { machine: fields.hardware ?? null, ...names })
  const { server } = decoded
  return {
    ...decoded,
    fields: { ...decoded.fields, ...fields },
    server: server === null ? null : { ...server, fields: { ...server.fields, ...pick(fields, server.fields) } },
  }
}

const pick = (fields: Fields, known: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => Object.hasOwn(known, field)))

function remember<T>(decode: (name: string) => T): (name: string) => T {
  const known = new Map<string, { decoded: T }>()
  return (name) => {
    const found = known.get(name) ?? { decoded: decode(name) }
    known.set(name, found)
    return found.decoded
  }
}

function decodeDirectory(
  profile: ImportProfile,
  path: string,
  { machine, commonNames, above: aboveGiven }: NamesToRead & { machine: string | null },
): DecodedDirectory {
  const segments = path === '' ? [] : path.split('/')
  // The deepest server name wins. Folders above it are the data set; folders below it belong to the server.
  const serverAt = segments.findLastIndex((segment) => decodeServerName(profile, segment, 'directory') !== null)
  const above = serverAt === -1 ? segments : segments.slice(0, serverAt)
  const server = serverAt === -1 ? null : decodeServerName(profile, segments[serverAt] ?? '', 'directory')
  const decoded = segments.map((segment, index): DecodedSegment => {
    if (index === serverAt) return { fields: server?.fields ?? {}, others: [], dataset: null }
    const dataset = findDataset(profile.datasets, segments.slice(0, index + 1))
    const directory = applyFirst(profile.directories, segment)
    const words = directory === null ? readWords(profile, segment, machine) : { fields: directory.fields, others: [] }
    return { fields: { ...words.fields, ...dataset?.fields }, others: words.others, dataset: dataset?.rule ?? null }
  })
  const fields: Fields = Object.assign({}, ...decoded.map((segment) => segment.fields))
  const isCommon = commonNames && (fields.product === undefined || fields.version === undefined)
  const given =
    path === aboveGiven ? segments.length : segments.length - belowFolder(path, aboveGiven).split('/').length
  const common = readFolders(
    isCommon ? decoded.map(({ dataset, others }, at) => (dataset === null && at >= given ? others : [])) : [],
  )
  const undecoded = isCommon ? common.undecoded : decoded.map(({ others }) => others)
  const datasetAt = decoded.findLastIndex(
    ({ dataset, others }, index) =>
      index < above.length &&
      (dataset !== null || ((isCommon && index < given ? others : undecoded[index]) ?? []).length > 0),
  )
  return {
    fields: { ...common.fields, ...fields, ...innerFields(common, decoded) },
    dataset: above.join('/'),
    datasetName: segments[datasetAt] ?? null,
    ruledDatasetName: segments[decoded.findLastIndex(({ dataset }) => dataset !== null)] ?? null,
    server,
    rows: decoded.findLast(({ dataset }) => dataset?.rows !== undefined)?.dataset?.rows ?? [],
    undecoded: undecoded.toReversed().flat(),
    isCommon,
    confidence: common.confidence,
    uncertain: common.uncertain,
  }
}

/**
 * Clients that a folder states by a common spelling inside of the folder with those of a rule: the folder nearest to
 * the file counts. The threads of db_bench are clients too.
 */
function innerFields({ fields, folderOf }: CommonFolders, decoded: readonly DecodedSegment[]): Fields {
  const clients = folderOf.clients
  if (clients === undefined) return {}
  const ruled = decoded.findLastIndex((segment) => CLIENT_FIELDS.some((field) => segment.fields[field] !== undefined))
  const inner = ruled > clients ? decoded[ruled]?.fields : fields
  const counts = CLIENT_FIELDS.flatMap((field) => inner?.[field] ?? [])
  return counts[0] === undefined ? {} : { clients: counts[0] }
}

const CLIENT_FIELDS = ['clients', 'threads'] as const

/** Facts of one directory of a path, and the parts of its name that no rule decoded. */
type DecodedSegment = { fields: Fields; others: readonly string[]; dataset: DatasetRule | null }

/** The rule whose pattern matches the end of a path, over as many directories as the pattern has. */
function findDataset(rules: readonly DatasetRule[], segments: readonly string[]) {
  for (const rule of rules) {
    const depth = rule.match.source.split('/').length
    const fields = applyRule(rule, segments.slice(-depth).join('/'))
    if (fields !== null) return { rule, fields }
  }
  return null
}

/** Maximum words in the name of a machine, as in `gcp.8core.arm`. The longest match wins. */
const MACHINE_WORDS = 4

/** Fields of the words of a directory name, and the undecoded parts between them, with their words joined by dots. */
function readWords(
  profile: ImportProfile,
  segment: string,
  statedMachine: string | null,
): { fields: Fields; others: readonly string[] } {
  const words = segment.split('.')
  const fields: Record<string, string> = {}
  const others: string[][] = [[]]
  for (let at = 0; at < words.length; ) {
    const machine = findMachine(profile, words, at, statedMachine)
    if (machine !== null) {
      fields.hardware = machine.name
      at += machine.words
      others.push([])
      continue
    }
    const word = words[at] ?? ''
    const known = applyFirst(profile.words, word)
    if (known === null) others.at(-1)?.push(word)
    else {
      Object.assign(fields, known.fields)
      others.push([])
    }
    at++
  }
  return { fields, others: others.flatMap((part) => (part.length === 0 ? [] : [part.join('.')])) }
}

function findMachine(profile: ImportProfile, words: readonly string[], at: number, stated: string | null) {
  const statedWords = stated?.split('.').length ?? 0
  if (stated !== null && words.slice(at, at + statedWords).join('.') === stated) {
    return { name: stated, words: statedWords }
  }
  for (let count = Math.min(MACHINE_WORDS, words.length - at); count > 0; count--) {
    const token = words.slice(at, at + count).join('.')
    const machine = profile.machines.find(({ tokens }) => tokens.includes(token))
    if (machine !== undefined) return { name: machine.name, words: count }
  }
  return null
}
