import { iostatFormat } from '../companion-files/iostat/iostat-format.ts'
import { vmstatFormat } from '../companion-files/vmstat/vmstat-format.ts'
import { LIMITS, type UploadDocument } from '../run/upload-document.ts'
import type { ExecRecord } from './exec-record.ts'
import type { Origin } from './facts/origins.ts'
import type { FactOrigins, RunDimension } from './facts/origins-of-facts.ts'
import type { Recorded } from './import-context.ts'
import { emptyImport, type ImportResult, importGroup } from './import-group.ts'
import type { ImportOverrides } from './overrides.ts'
import { compilePattern } from './profile/path-pattern.ts'
import { type FileRule, type ImportProfile, parseImportProfile } from './profile/profile.ts'
import { SHIPPED_PROFILES } from './profile/shipped-profiles.ts'
import type { InputFile } from './read-files.ts'
import { outcomeInWords, type RecordedFolder } from './recorded-folders.ts'

/**
 * Imports the run of a folder that `assay exec` filled. Its records state what folder names would state, so the run
 * does not depend on the folder's path or on the profile it is read with later.
 */
export function importRecorded(
  folder: RecordedFolder,
  { profile, overrides }: { profile: ImportProfile; overrides: ImportOverrides },
): ImportResult {
  const { path, records } = folder
  const inFolder = path === '' ? '' : `${path}/`
  const understood = folder.understood.map((file) => ({ path: file, kind: 'exec-record' }))
  const [first] = records
  const isRefused = folder.problems.some(({ refusesRun }) => refusesRun)
  if (first === undefined || isRefused) {
    const refusedFiles = folder.problems.flatMap(({ file, refusesRun }) => (refusesRun === true ? [file] : []))
    return { ...emptyImport(), problems: folder.problems, understood, refusedRuns: isRefused ? 1 : 0, refusedFiles }
  }
  const { testbed: _testbed, ...facts } = first.facts
  const imported = importGroup(
    folder.files.map((file) => below(file, inFolder)),
    {
      profile: withFileRules(shippedProfile(first.profile) ?? profile, records),
      overrides: { ...defined(facts), ...overrides },
      recorded: recordedOf(records),
    },
  )
  const full = <T extends { path: string }>(named: T): T => ({ ...named, path: inFolder + named.path })
  return {
    documents: imported.documents.map((document) => withRecords(document, folder)),
    problems: [
      ...folder.problems,
      ...imported.problems.map((problem) => ({ ...problem, file: inFolder + problem.file })),
    ],
    questions: imported.questions.map((question) => ({ ...question, file: inFolder + question.file })),
    contradictions: imported.contradictions.map((problem) => ({ ...problem, file: inFolder + problem.file })),
    understood: [...understood, ...imported.understood.map(full)],
    ignored: imported.ignored.map(full),
    refusedRuns: imported.refusedRuns,
    refusedFiles: imported.refusedFiles.map((name) => inFolder + name),
    origins: new Map(
      [...imported.origins].map(([index, origins]) => [index, recordedOrigins(origins, { folder, facts, overrides })]),
    ),
    sources: new Map(
      [...imported.sources].map(([index, paths]) => [
        index,
        [...folder.understood, ...paths.map((name) => inFolder + name)],
      ]),
    ),
  }
}

/**
 * Origins of a recorded run. Facts of the record were passed in as overrides, so a flag as origin becomes the record;
 * the paths of all others are prefixed with the folder.
 */
function recordedOrigins(
  origins: FactOrigins,
  { folder, facts, overrides }: { folder: RecordedFolder; facts: object; overrides: ImportOverrides },
): FactOrigins {
  const [record = ''] = folder.understood
  const locate = (dimension: RunDimension): Origin => {
    const { source, from } = origins[dimension]
    if (source === 'flag' && overrides[dimension] === undefined && dimension in facts)
      return { source: 'companion', from: record }
    const isPath = source === 'output' || source === 'name' || source === 'folder'
    return { source, from: isPath && folder.path !== '' ? `${folder.path}/${from}`.replace(/\/$/, '') : from }
  }
  return {
    product: locate('product'),
    version: locate('version'),
    build: locate('build'),
    config: locate('config'),
    hardware: locate('hardware'),
    workload: locate('workload'),
    repeat: locate('repeat'),
  }
}

function withRecords(document: UploadDocument, { path, records }: RecordedFolder): UploadDocument {
  const testbed = records[0]?.facts.testbed
  const starts = records.map(({ startedAt }) => startedAt).sort(byTime)
  const ends = records.flatMap(({ finishedAt }) => finishedAt ?? []).sort(byTime)
  // Both times are from the clock of `assay exec`: a benchmark may print times of another time zone.
  const [startedAt, finishedAt] = [starts[0] ?? document.startedAt, ends.at(-1)]
  const traceIds = [...new Set(records.flatMap(({ traceId }) => traceId ?? []))].slice(0, LIMITS.traceIds)
  const notes = records
    .filter(({ outcome }) => outcome !== 'finished')
    .map((record) => `${record.test} ${outcomeInWords(record)}; it is stored as failed.`)
  return {
    ...document,
    ...(testbed === undefined ? {} : { testbed: { ...document.testbed, ...testbed } }),
    ...(startedAt === undefined ? {} : { startedAt }),
    ...(finishedAt === undefined ? {} : { finishedAt }),
    ...(traceIds.length === 0 ? {} : { traceIds }),
    ...(notes.length === 0 && document.notes === undefined
      ? {}
      : { notes: [...notes, ...(document.notes === undefined ? [] : [document.notes])].join('\n') }),
    ...(path === '' ? {} : { source: { name: path } }),
    ...(path === '' || document.profiles === undefined
      ? {}
      : { profiles: document.profiles.map((one) => ({ ...one, attachment: `${path}/${one.attachment}` })) }),
  }
}

const byTime = (a: string, b: string): number => Date.parse(a) - Date.parse(b)

/** The built-in profile with that name; null for any other name. */
function shippedProfile(name: string | undefined): ImportProfile | null {
  const yaml = Object.entries(SHIPPED_PROFILES).find(([shipped]) => shipped === name)?.[1]
  const parsed = yaml === undefined ? null : parseImportProfile(yaml)
  return parsed?.ok === true ? parsed.value : null
}

/** The profile with file rules for the recorded files of each step, which precede the profile's own rules. */
function withFileRules(profile: ImportProfile, records: readonly ExecRecord[]): ImportProfile {
  const rules = records.flatMap(({ files, test, clients, device }): FileRule[] => {
    const set = {
      test,
      ...(clients === undefined ? {} : { clients: String(clients) }),
      ...(device === undefined ? {} : { device }),
    }
    const kinds = { output: 'by-content', vmstat: vmstatFormat, iostat: iostatFormat } as const
    return (['output', 'vmstat', 'iostat'] as const).flatMap((what) => {
      const name = files[what]
      const match = name === undefined ? null : compilePattern(name)
      return match?.ok === true ? [{ match: match.value, kind: kinds[what], set }] : []
    })
  })
  return { ...profile, files: [...rules, ...profile.files] }
}

function recordedOf(records: readonly ExecRecord[]): Recorded {
  return {
    cpus: records.find(({ cpus }) => cpus !== undefined)?.cpus ?? null,
    cpuLimit: records.find(({ facts }) => facts.testbed?.cpuLimit !== undefined)?.facts.testbed?.cpuLimit ?? null,
    steps: new Map(
      records.map((record) => [
        record.files.output,
        {
          command: record.command,
          testName: record.testGiven ? record.test : null,
          test: record.test,
          clients: record.clients ?? null,
          failure: record.outcome === 'finished' ? null : outcomeInWords(record),
        },
      ]),
    ),
    outputOf: new Map(
      records.flatMap(({ files }) =>
        [files.vmstat, files.iostat].flatMap((name) => (name === undefined ? [] : [[name, files.output] as const])),
      ),
    ),
    sampleSeconds: records[0]?.sampleSeconds ?? 1,
  }
}

/** The file with its path relative to the folder. Its text is still read on first use. */
function below(file: InputFile, inFolder: string): InputFile {
  return {
    path: file.path.slice(inFolder.length),
    get text() {
      return file.text
    },
  }
}

function defined(facts: Omit<ExecRecord['facts'], 'testbed'>): ImportOverrides {
  const entries = Object.entries(facts).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) // ExecFacts without the testbed has the fields of ImportOverrides.
}
