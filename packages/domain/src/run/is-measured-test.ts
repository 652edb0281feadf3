import type { UploadDocument } from './upload-document.ts'

/**
 * Tells measured tests of a document from others. Load and warm-up steps are executed again for each number of clients, so
 * that one run may hold several of them at the same coordinates; no comparison lists them unless it is asked to.
 */
export function isMeasuredTest({ tests = [] }: Pick<UploadDocument, 'tests'>): (testName: string) => boolean {
  const others = new Set(tests.filter(({ role = 'measured' }) => role !== 'measured').map(({ name }) => name))
  return (testName) => !others.has(testName)
}
