import type { ReportContent } from '@assay/domain/publish/report/report-content'
import { deleteStored, readStored, writeStored } from '../../../ui/browser-storage.ts'

/** A text that is not saved on the server yet, and the revision that it is based on. */
export type Backup = { content: ReportContent; revision: number }

const nameOf = (key: string) => `assay-report:${key}`

/** Null without a backup, or when the browser has no storage. */
export function readBackup(key: string): Backup | null {
  const stored = readStored(nameOf(key))
  if (typeof stored !== 'object' || stored === null || !('content' in stored) || !('revision' in stored)) return null
  const { content, revision } = stored
  if (!isContent(content) || typeof revision !== 'number') return null
  return { content, revision }
}

/** Without storage nothing is lost either, because the server saves the text a moment later. */
export function writeBackup(key: string, backup: Backup): void {
  writeStored(nameOf(key), backup)
}

export const deleteBackup = (key: string): void => deleteStored(nameOf(key))

const isContent = (value: unknown): value is ReportContent =>
  typeof value === 'object' &&
  value !== null &&
  ['title', 'tldr', 'text'].every((name) => name in value && typeof value[name as keyof typeof value] === 'string')
