import type { Sides } from '@assay/domain/compare/cells/side-by-side'
import type { Comparison } from '@assay/domain/compare/comparison'
import type { CountedLine } from '@assay/domain/findings/series/count-rule-flags'
import type { SeriesRule } from '@assay/domain/findings/series/rule'
import { MAX_PARQUET_SECONDS } from '@assay/domain/import/parquet/parquet-limit'
import type { GroupRule } from '@assay/domain/run/cpu-profile/group-rules'
import type { ExportRequest, PairsInput, PortablePoints } from '../comparisons/compare-task.ts'
import type { GateInput } from '../gates/gate-task.ts'
import type { DocumentFormat } from '../pdf/document-formats.ts'
import type { ProfileFile } from '../profiles/profile-task.ts'
import type { ExportedReport } from '../reports/export-report.ts'
import type { WholeSpec } from '../specs/read-spec-document.ts'
import type { ImportInput } from '../uploads/import-task.ts'
import type { PreviewInput } from '../uploads/preview-task.ts'
import type { TaskLimit } from './thread-pool.ts'

/**
 * Tasks that may take long for valid input. Each is a function of its input only, and its modules are loaded by the thread
 * that needs them.
 */
export const WORKER_TASKS = {
  'import-files': async (input: ImportInput) => (await import('../uploads/import-task.ts')).importTask(input),
  'preview-files': async (input: PreviewInput) => (await import('../uploads/preview-task.ts')).previewTask(input),
  'read-parquet': async (bytes: Uint8Array) => (await import('../uploads/parquet-task.ts')).parquetTask(bytes),
  'export-spec': async ({ whole, format }: { whole: WholeSpec; format: DocumentFormat }) =>
    (await import('../specs/export-spec.ts')).exportSpec(whole, format),
  'export-report': async ({ report, format }: { report: ExportedReport; format: DocumentFormat }) =>
    (await import('../reports/export-report.ts')).exportReport(report, format),
  compare: async ({ comparison, ...points }: ComparisonInput) => {
    const { compareSet, pointSetOf } = await import('../comparisons/compare-task.ts')
    return compareSet(pointSetOf(points), comparison)
  },
  'export-comparison': async ({ comparison, request, ...points }: ComparisonInput & { request: ExportRequest }) => {
    const { exportSet, pointSetOf } = await import('../comparisons/compare-task.ts')
    return exportSet(pointSetOf(points), comparison, request)
  },
  'explain-comparison': async ({ comparison, ...points }: ComparisonInput) => {
    const { explainSet, pointSetOf } = await import('../comparisons/compare-task.ts')
    return explainSet(pointSetOf(points), comparison)
  },
  'match-gate': async (sides: Sides) =>
    (await import('@assay/domain/findings/gate/portable-match')).portableMatch(sides),
  'judge-gate': async ({ comparison, gate, ...points }: ComparisonInput & { gate: GateInput }) => {
    const { pointSetOf } = await import('../comparisons/compare-task.ts')
    return (await import('../gates/gate-task.ts')).judgeGate(pointSetOf(points), comparison, gate)
  },
  'judge-pairs': async ({ asked, ...points }: PortablePoints & { asked: PairsInput }) => {
    const { judgePairsOf, pointSetOf } = await import('../comparisons/compare-task.ts')
    return judgePairsOf(pointSetOf(points), asked)
  },
  'apply-rules': async (asked: { rule: SeriesRule; values: readonly number[] }[]) => {
    const { applyRule } = await import('@assay/domain/findings/series/apply-rule')
    return asked.map(({ rule, values }) => applyRule(rule, values))
  },
  'try-rule': async (asked: { rule: SeriesRule; lines: readonly CountedLine[] }) =>
    (await import('../series/judge-in-thread.ts')).tryRule(asked),
  'draw-profile': async (input: { mine: ProfileFile; base: ProfileFile | null; inverted: boolean }) =>
    (await import('../profiles/profile-task.ts')).drawProfile(input),
  'group-profiles': async (input: { files: readonly ProfileFile[]; rules: readonly GroupRule[] }) =>
    (await import('../profiles/profile-task.ts')).groupFiles(input),
  'draw-diagram': async (source: string) => (await import('../specs/diagram-task.ts')).renderDiagram(source),
  'redact-file': async (content: Uint8Array) =>
    (await import('../attachments/redact-content.ts')).withoutSecrets(
      Buffer.from(content.buffer, content.byteOffset, content.length),
    ),
}

type ComparisonInput = PortablePoints & { comparison: Comparison }

export type WorkerTasks = typeof WORKER_TASKS
export type TaskName = keyof WorkerTasks

const FILE_LIMIT: TaskLimit = {
  seconds: 60,
  what: 'Writing this file',
  advice: 'Choose another format, or shorten the text.',
}

const COMPARISON_LIMIT: TaskLimit = {
  seconds: 60,
  what: 'This comparison',
  advice: 'Add a filter: fewer versions, configs, machines, tests or metrics.',
}

const GATE_LIMIT: TaskLimit = {
  ...COMPARISON_LIMIT,
  what: 'This gate',
  advice: 'Name machines, benchmarks, workloads or tests, or send fewer documents.',
}

const PROFILE_LIMIT: TaskLimit = {
  seconds: 60,
  what: 'Reading this profile',
  advice: 'Its raw file can be downloaded on the page of the run.',
}

const SERIES_LIMIT: TaskLimit = {
  seconds: 60,
  what: 'Judging these series',
  advice: 'Filter them by test, machine or metric, or choose another method.',
}

export const TASK_LIMITS: Record<TaskName, TaskLimit> = {
  'import-files': { seconds: 120, what: 'Parsing this upload', advice: 'Send it in parts. Nothing was stored.' },
  'preview-files': { seconds: 120, what: 'Parsing these files', advice: 'Send them in parts.' },
  'read-parquet': {
    seconds: MAX_PARQUET_SECONDS,
    what: 'Reading a Parquet file',
    advice: 'It may be damaged. Export it as JSON Lines.',
  },
  'export-spec': FILE_LIMIT,
  'export-report': FILE_LIMIT,
  compare: COMPARISON_LIMIT,
  'export-comparison': COMPARISON_LIMIT,
  'explain-comparison': COMPARISON_LIMIT,
  'match-gate': GATE_LIMIT,
  'judge-gate': GATE_LIMIT,
  'judge-pairs': { ...COMPARISON_LIMIT, what: 'This page', advice: 'Open the comparison of two versions instead.' },
  'apply-rules': SERIES_LIMIT,
  'try-rule': SERIES_LIMIT,
  'draw-profile': PROFILE_LIMIT,
  'group-profiles': PROFILE_LIMIT,
  'draw-diagram': { seconds: 10, what: 'Drawing a diagram', advice: 'Divide it into smaller ones.' },
  'redact-file': {
    seconds: 60,
    what: 'Removing secrets from a raw file',
    advice: 'Send it in parts. Nothing was stored.',
  },
}
