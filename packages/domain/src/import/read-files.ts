import { recognizeFormat, recognizeTable } from '../benchmarks/registry.ts'
import { addRecordedFacts, addRecordedFailures } from './facts/add-recorded-facts.ts'
import { readCpuStatements } from './facts/cpu-statements.ts'
import { plainPathOf } from './fields.ts'
import { type Format, READ_ORDER } from './format.ts'
import { type ImportContext, type ImportStart, isOutput, type SourceFile, startImport } from './import-context.ts'
import { withoutLogDecoration } from './log-decoration.ts'
import { correctedFields } from './profile/corrections.ts'
import { type AbnormalEnd, findAbnormalEnd } from './stopped/abnormal-end.ts'
import { readStopped } from './stopped/stopped-outputs.ts'

/** A file as the caller passes it: its path below the uploaded folder, and its decompressed text. */
export type InputFile = { path: string; text: string }

/** Decodes the paths of all files and reads them by format, in an order that does not depend on the input order. */
export function readFiles(files: Iterable<InputFile>, options: ImportStart): ImportContext {
  const context = startImport(options)
  const sources = decodePaths(context, files)
  const later: { file: SourceFile; format: Format }[] = []
  for (const file of sources) {
    const { format, end } = formatOf(context, file)
    noteEvidence(context, file, format?.isNamedByPath === true || end !== null)
    if (file.named?.rule?.kind !== 'ignore') context.cpuStatements.push(...readCpuStatements(file.text, file.path))
    if (format !== undefined) context.formats.set(file.path, format)
    if (end !== null) readStopped(context, { file, format, end })
    else if (format === undefined) continue
    else if (isOutput(format)) format.read(context, file)
    else later.push({ file, format })
  }
  addRecordedFailures(context, sources)
  addRecordedFacts(context)
  for (const phase of READ_ORDER) {
    for (const { file, format } of later) {
      if (format.phase === phase && !isPartOfRefused(context, file, format)) format.read(context, file)
    }
  }
  return context
}

/** True for one of several files that only mean something together, another of which was refused. */
function isPartOfRefused(
  { refused, ignored }: ImportContext,
  { path, plainPath }: SourceFile,
  format: Format,
): boolean {
  if (format.isPart !== true) return false
  const stemOf = (one: string) => /^(?:.*\/)?[^/.]*/.exec(one)?.[0]
  const other = refused.find((one) => one.format === format && stemOf(one.path) === stemOf(plainPath))
  if (other === undefined) return false
  ignored.push({ path, reason: `${other.path} is refused, and this file may be another part of it` })
  return true
}

/** Notes what the path of an output leaves open; other files are known by the certain facts of their names alone. */
function noteEvidence({ evidence, decoder }: ImportContext, file: SourceFile, isNamedByPath: boolean): void {
  const { path, name, named, directory, corrected } = file
  if (named?.evidence === undefined) return
  if (isNamedByPath) {
    evidence.set(path, named.evidence)
    // A part that nothing decodes is asked about where files differ in it, so it names no workload.
    file.directory = { ...directory, datasetName: directory.ruledDatasetName }
    return
  }
  const certain = decoder.certainFile(name, directory)
  const isCorrected = Object.keys(corrected).length > 0
  file.named = certain === null && !isCorrected ? null : { rule: null, fields: { ...certain?.fields, ...corrected } }
}

/** Files by path; of a file and its .gz copy only the first. */
function decodePaths(context: ImportContext, files: Iterable<InputFile>): SourceFile[] {
  const sources = [...files].map((file): SourceFile => {
    const { path } = file
    const plainPath = plainPathOf(path)
    const slash = plainPath.lastIndexOf('/')
    const name = plainPath.slice(slash + 1)
    const directory = context.decoder.directoryOf(plainPath.slice(0, Math.max(0, slash)), name)
    const corrected = correctedFields(context.corrections, { plainPath, undecoded: directory.undecoded })
    const isCorrected = Object.keys(corrected).length > 0
    if (isCorrected) context.corrected.set(path, corrected)
    const named = context.decoder.file(name, directory)
    let plainText: string | null = null
    return {
      path,
      name,
      plainPath,
      // The text is read on first use, so that a caller may load it lazily and a large folder need not fit in memory.
      get text() {
        return plainText ?? file.text
      },
      set text(plain) {
        plainText = plain
      },
      directory,
      corrected,
      named: isCorrected ? { ...(named ?? { rule: null }), fields: { ...named?.fields, ...corrected } } : named,
    }
  })
  sources.sort(
    (a, b) => compareText(a.plainPath, b.plainPath) || compareText(a.path, b.path) || compareText(a.text, b.text),
  )
  return sources.filter((file, index) => {
    const before = sources[index - 1]
    if (before === undefined || before.plainPath !== file.plainPath) return true
    if (before.text === file.text) context.ignored.push({ path: file.path, reason: `the same as ${before.path}` })
    else
      context.problems.push({
        file: file.path,
        message: `is not the same as ${before.path}, though only one can be meant; it is left out`,
      })
    return false
  })
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Files that may quote commands and output, but are none; a profile can still name their kind. */
const SCRIPT_OR_NOTE =
  /^(?:readme|makefile|dockerfile|license)(?:\.|$)|\.(?:md|rst|adoc|sh|bash|py|lua|js|ts|rb|pl|r|go|java|c|cc|cpp|h|ipynb|patch|diff)$/i

const PICTURE = /\.(?:png|jpe?g|gif|webp|ico|pdf|svgz)$/i

type FoundFormat = { format: Format | undefined; end: AbnormalEnd | null }
const NOTHING: FoundFormat = { format: undefined, end: null }

/**
 * The format that the profile names or that recognizes the content, and the message with which an output ends when its
 * program did not finish. Neither for a file without importable content.
 */
function formatOf(context: ImportContext, file: SourceFile): FoundFormat {
  const { path, name, text, named } = file
  const kind = named?.rule?.kind ?? 'by-content'
  if (kind === 'ignore') {
    context.ignored.push({ path, reason: named?.rule?.reason ?? 'the profile says so' })
    return NOTHING
  }
  if (kind !== 'by-content') {
    return { format: kind.isTable === true ? (recognizeTable(name, text) ?? kind) : kind, end: null }
  }
  if (named?.rule == null && SCRIPT_OR_NOTE.test(name)) {
    context.ignored.push({ path, reason: 'a script or a note' })
    return NOTHING
  }
  if (text.trim() === '') {
    context.ignored.push({ path, reason: PICTURE.test(name) ? 'a picture or a document' : 'is empty' })
    return NOTHING
  }
  const found = withEnd(context, file)
  if (!isNothing(found)) return found
  const foundInLog = readLog(context, file)
  if (isNothing(foundInLog)) context.ignored.push({ path, reason: 'not benchmark output that is known here' })
  return foundInLog
}

const isNothing = ({ format, end }: FoundFormat): boolean => format === undefined && end === null

/** The format of the output in a log whose lines all begin with a time or a name, which the file then loses. */
function readLog(context: ImportContext, file: SourceFile): FoundFormat {
  const plain = withoutLogDecoration(file.text)
  if (plain === null) return NOTHING
  const found = withEnd(context, { ...file, text: plain })
  if (!isNothing(found)) file.text = plain
  return found
}

/** The format by content. Records of `assay exec` state how their programs ended, and tables are not output of one. */
function withEnd({ recorded }: ImportContext, { name, text }: SourceFile): FoundFormat {
  const format = recognizeFormat(name, text)
  const canEnd =
    recorded === null && (format === undefined || isUnknown(format) || (isOutput(format) && format.isTable !== true))
  const end = canEnd ? findAbnormalEnd(text) : null
  if (end === null || !isUnknown(format)) return { format, end }
  const before = recognizeFormat(name, end.before)
  if (before === undefined || isUnknown(before)) return { format: undefined, end }
  return isOutput(before) ? { format: before, end } : { format, end: null }
}

/** True when only the ending of the name was recognized, which every table and every JSON file has. */
const isUnknown = (format: Format | undefined): boolean => format === undefined || MAPPED_KINDS.has(format.kind)

const MAPPED_KINDS: ReadonlySet<string> = new Set(['mapped-csv', 'mapped-json'])
