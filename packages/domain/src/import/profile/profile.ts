import { LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import { CsvMapping } from '../../benchmarks/mapped-csv/csv-mapping.ts'
import { FORMATS, findFormat } from '../../benchmarks/registry.ts'
import { err, ok, type Result } from '../../result.ts'
import { UploadHardware } from '../../run/upload-document.ts'
import { yamlData } from '../../yaml-data.ts'
import type { Format } from '../format.ts'
import { profileIssueText } from './profile-error.ts'
import { correctedField, fieldName, pattern } from './profile-fields.ts'
import { SHIPPED_PROFILES } from './shipped-profiles.ts'

export const PROFILE_LIMITS = { characters: 200_000, rules: 100, words: 400 } as const

const scalar = z.union([z.string().max(2_000), z.number(), z.boolean()]).transform((value) => String(value))
const word = z.string().min(1).max(200)
const list = <T extends z.ZodType>(item: T) => z.array(item).max(PROFILE_LIMITS.rules)
const words = z.array(word).max(PROFILE_LIMITS.words)

/** A rule for names. A match gives the fields of its pattern, then those of `set`. */
const rule = {
  match: pattern,
  set: z.record(fieldName, scalar).optional(),
  /** Meanings of the words of a field: `{ params.compaction_style: { lc: leveled } }`. */
  values: z.record(fieldName, z.record(word, scalar)).optional(),
  /** Factors by field: `{ rows: 1000000 }` reads `10m` as ten million. */
  times: z.record(fieldName, z.number().positive()).optional(),
  /**
   * True for a folder name that may mean something else, such as `v2` or `10m`. The rule applies only above a server that
   * a sure rule names, and to files whose names a rule of `files` matches.
   */
  ambiguous: z.boolean().optional(),
}
const NameRule = z.strictObject(rule)

/**
 * With `by-content` the content chooses the format and only the fields of the name are used; `ignore` skips the file.
 */
const NO_FORMAT = ['by-content', 'ignore'] as const

/** One of NO_FORMAT, or the kind of a format. */
const fileKind = z.string().transform((kind, context): (typeof NO_FORMAT)[number] | Format => {
  const found = NO_FORMAT.find((word) => word === kind) ?? findFormat(kind)
  if (found !== undefined) return found
  const known = [...FORMATS.map((format) => format.kind), ...NO_FORMAT].join(', ')
  context.addIssue({ code: 'custom', message: `${JSON.stringify(kind)} is not a kind of file; known: ${known}` })
  return z.NEVER
})

const FileRule = z
  .strictObject({
    ...rule,
    kind: fileKind,
    /** Reason that is reported for an ignored file. */
    reason: word.optional(),
    /** Fields of the first row of each block, because the base that a summary puts first comes from elsewhere. */
    firstRow: z.record(fieldName, scalar).optional(),
  })
  .refine(({ kind, reason }) => kind !== 'ignore' || reason !== undefined, 'a file to ignore needs a reason')

const ServerRule = z.strictObject({
  ...rule,
  /** True if a matching name is always a server; an unknown product is then reported as a problem. */
  sure: z.boolean().optional(),
  /** True when the rule applies to columns and rows of tables only, never to directories. */
  tablesOnly: z.boolean().optional(),
})

const DatasetRule = z.strictObject({
  ...rule,
  /** Fields of the rows of a db_bench block, by row index, because nothing else states how the rows differ. */
  rows: list(z.record(fieldName, scalar)).optional(),
})

/** Widths of the numbers of a version: `1+1+2` splits 8044 into 8.0.44; `*` matches the remaining digits, if any. */
const digitSplit = z.string().regex(/^(\d|\*)(\+(\d|\*))*$/, 'must be widths such as 1+1+2 or 2+*')

const ProductRule = z.strictObject({
  name: word,
  prefix: word,
  splits: list(digitSplit).optional(),
  /** The rule applies only to digits that begin with these. */
  starts: z.string().regex(/^\d+$/).optional(),
  /** Words before a number that make a pre-release: `beta`, for 18beta1. */
  prerelease: list(z.string().regex(/^[a-z]{1,20}$/)).optional(),
  /** True when words follow the prefix instead of digits, up to the first word of the build. */
  words: z.boolean().optional(),
})

const Machine = z.strictObject({
  ...UploadHardware.shape,
  tokens: list(word),
  /**
   * Number of online logical CPUs, where the machine always has the same number: its cores, or twice as many with SMT.
   */
  cpus: z.int().min(1).max(100_000).optional(),
})

const ConfigRule = z.strictObject({
  match: pattern,
  product: word.optional(),
  /** Settings of the config. `{field}` is replaced by the field of the pattern: `work_mem: "{_n}MB"`. */
  settings: z.record(word, z.string().max(2_000)).default({}),
  /** Name of the config without the varied setting, such as `x10a_{_size}`, so that its runs form one sweep. */
  name: z.string().max(200).optional(),
  /** The varied settings, as parameters of the results: `work_mem_mb: "{_n}"`. */
  params: z.record(word, z.string().max(200)).default({}),
})

const Benchmark = z.strictObject({
  product: word.optional(),
  primaryMetric: word,
  connectionsPerClient: z.int().min(1).optional(),
  /** Clients of a test whose name does not state them. */
  clients: z.int().min(1).optional(),
  groups: list(z.strictObject({ name: word, tests: words })).optional(),
  /** Range size of tests whose label omits it. */
  range: z.int().min(1).optional(),
  /** Tests in the benchmark's own order, without their ranges. */
  order: words,
  /** Preparation tests, which comparisons list only on request. */
  warmups: words.optional(),
  /** Roles and groups of steps by the suffix of the test name. */
  phases: z.record(word, z.strictObject({ role: z.enum(['measured', 'warmup', 'load']), group: word })).optional(),
  /** Tests that are measured although their phase has another role. */
  measured: words.optional(),
  load: z.strictObject({ test: word, group: word, primaryMetric: word, clients: z.int().min(1) }).optional(),
})

/**
 * Rules that map names of directories and files to dimensions (docs/import-profiles.md). Written in YAML; patterns are
 * compiled when the profile is parsed.
 */
const ProfileFile = z.strictObject({
  schemaVersion: z.literal(1),
  name: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/, 'must be lower case letters, digits and dashes'),
  about: z.string().max(2_000).optional(),
  /** Built-in profile whose rules apply after those of this one. */
  extends: z.enum(['archive', 'plain']).optional(),
  /** Directories of data sets. A pattern may span several directories: `dec25.dbb.clang/8core`. */
  datasets: list(DatasetRule).default([]),
  directories: list(NameRule).default([]),
  /** Rules for the words of a directory name, which is split at dots. */
  words: list(NameRule).default([]),
  machines: list(Machine).default([]),
  /** Names of one server under test: a directory, or a column or row of a table. */
  servers: list(ServerRule).default([]),
  products: list(ProductRule).default([]),
  /** Words that may follow the digits of a version, such as `v2`. */
  versionSuffixes: list(NameRule).default([]),
  /** Words of the build, which is split at underscores and dots. */
  buildWords: list(NameRule).default([]),
  /** Words that name a branch. They and the unknown words after them belong to the version: 12.1.1-mdev16168. */
  branchWords: list(NameRule).default([]),
  configs: list(ConfigRule).default([]),
  files: list(FileRule).default([]),
  /**
   * Words at the end of a file name, before its extension, that apply to all rules of `files`: `v2` for the second run.
   */
  fileSuffixes: list(NameRule).default([]),
  /** Column mappings of CSV files, by file name. */
  csv: list(z.strictObject({ match: pattern, mapping: CsvMapping })).default([]),
  benchmarks: z.record(word, Benchmark).optional(),
  /** Facts about paths, which override names and content; the preview writes them. */
  corrections: list(
    z.strictObject({ path: z.string().min(1).max(1_000).optional(), set: z.record(correctedField, scalar) }),
  ).default([]),
  /** Values of fields that no name states. */
  defaults: z.record(fieldName, scalar).default({}),
})

type ProfileFile = z.infer<typeof ProfileFile>

/** A profile with the rules of the profile that it extends. */
export type ImportProfile = Omit<ProfileFile, 'benchmarks' | 'extends'> & { benchmarks: Record<string, BenchmarkRule> }
export type NameRule = z.infer<typeof NameRule>
export type FileRule = z.infer<typeof FileRule>
export type ServerRule = z.infer<typeof ServerRule>
export type DatasetRule = z.infer<typeof DatasetRule>
export type ProductRule = z.infer<typeof ProductRule>
export type BenchmarkRule = z.infer<typeof Benchmark>

export type ProfileError = {
  code: 'profile-too-long' | 'yaml-malformed' | 'profile-invalid'
  message: string
  line?: number
}

/**
 * Parses a profile. It returns the first error: `profile-too-long`, `yaml-malformed`, or `profile-invalid` with the
 * path of the field and, where known, its line.
 */
export function parseImportProfile(yamlText: string): Result<ImportProfile, ProfileError> {
  if (yamlText.length > PROFILE_LIMITS.characters) {
    return err({ code: 'profile-too-long', message: `is longer than ${PROFILE_LIMITS.characters} characters` })
  }
  const lines = new LineCounter()
  const document = parseDocument(yamlText, { lineCounter: lines, prettyErrors: false })
  const [malformed] = document.errors
  if (malformed !== undefined) {
    return err({ code: 'yaml-malformed', message: malformed.message, line: lines.linePos(malformed.pos[0]).line })
  }
  const data = yamlData(document)
  if (!data.ok) return err({ code: 'yaml-malformed', message: data.error })
  const parsed = ProfileFile.safeParse(data.value)
  if (parsed.success) return complete(parsed.data)
  const [issue] = parsed.error.issues
  const path = (issue?.path ?? []).map((part) => (typeof part === 'symbol' ? String(part) : part))
  const message = issue === undefined ? 'the profile is not understood' : profileIssueText(issue)
  const line = lineOf(document, lines, [...path, ...unknownKeys(issue)])
  return err({ code: 'profile-invalid', message, ...(line === undefined ? {} : { line }) })
}

/** The first key that the schema does not know, which locates the error better than the object around it. */
const unknownKeys = (issue: z.core.$ZodIssue | undefined): string[] =>
  issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []

/** Adds the rules of the built-in profile that a profile extends. */
function complete({ extends: base, benchmarks, ...own }: ProfileFile): Result<ImportProfile, ProfileError> {
  if (base === undefined) {
    if (benchmarks !== undefined) return ok({ ...own, benchmarks })
    const message =
      'benchmarks: is missing; list the benchmarks, or begin from a profile that ships with extends: archive'
    return err({ code: 'profile-invalid', message })
  }
  const shipped = parseImportProfile(SHIPPED_PROFILES[base])
  return shipped.ok ? ok(merge({ ...own, benchmarks: benchmarks ?? {} }, shipped.value)) : shipped
}

/** Merges two profiles. Rules of `own` are tried first; its benchmarks and defaults override those of `base`. */
function merge(own: ImportProfile, base: ImportProfile): ImportProfile {
  return {
    ...own,
    datasets: [...own.datasets, ...base.datasets],
    directories: [...own.directories, ...base.directories],
    words: [...own.words, ...base.words],
    machines: [...own.machines, ...base.machines],
    servers: [...own.servers, ...base.servers],
    products: [...own.products, ...base.products],
    versionSuffixes: [...own.versionSuffixes, ...base.versionSuffixes],
    buildWords: [...own.buildWords, ...base.buildWords],
    branchWords: [...own.branchWords, ...base.branchWords],
    configs: [...own.configs, ...base.configs],
    files: [...own.files, ...base.files],
    fileSuffixes: [...own.fileSuffixes, ...base.fileSuffixes],
    csv: [...own.csv, ...base.csv],
    corrections: [...base.corrections, ...own.corrections],
    benchmarks: { ...base.benchmarks, ...own.benchmarks },
    defaults: { ...base.defaults, ...own.defaults },
  }
}

/** The line of the deepest node on the path that is present in the file. */
function lineOf(document: ReturnType<typeof parseDocument>, lines: LineCounter, path: (string | number)[]) {
  for (let depth = path.length; depth > 0; depth--) {
    const node: unknown = document.getIn(path.slice(0, depth), true)
    if (node === null || typeof node !== 'object' || !('range' in node) || !Array.isArray(node.range)) continue
    const [start] = node.range
    if (typeof start === 'number') return lines.linePos(start).line
  }
  return document.contents === null ? undefined : 1
}
