import type { ReportContent } from '@assay/domain/publish/report/report-content'

/** A text that is not saved on the server yet, and the revision that it is based on. */
export type Backup = { content: ReportContent; revision: number }

const nameOf = (key: string) => `assay-report:${key}`

/** Null without a backup, or when the browser has no storage. */
export function readBackup(key: string): Backup | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(nameOf(key)) ?? 'null')
    if (typeof stored !== 'object' || stored === null || !('content' in stored) || !('revision' in stored)) return null
    const { content, revision } = stored
    if (!isContent(content) || typeof revision !== 'number') return null
    return { content, revision }
  } catch {
    return null
  }
}

export function writeBackup(key: string, backup: Backup): void {
  try {
    localStorage.setItem(nameOf(key), JSON.stringify(backup))
  } catch {
    // The storage is full or forbidden; the server saves the text a moment later anyway.
  }
}

export function dropBackup(key: string): void {
  try {
    localStorage.removeItem(nameOf(key))
  } catch {
    // The storage is forbidden, so there is nothing to delete.
  }
}

const isContent = (value: unknown): value is ReportContent =>
  typeof value === 'object' &&
  value !== null &&
  ['title', 'tldr', 'text'].every((name) => name in value && typeof value[name as keyof typeof value] === 'string')
