import type { UploadDocument } from './upload-document.ts'

/**
 * Returns a predicate that is true for the names of measured tests. Load and warm-up steps are executed again for each
 * number of clients, so that one run may hold several of them at the same coordinates; comparisons list them only on
 * request.
 */
export function isMeasuredTest({ tests = [] }: Pick<UploadDocument, 'tests'>): (testName: string) => boolean {
  const others = new Set(tests.filter(({ role = 'measured' }) => role !== 'measured').map(({ name }) => name))
  return (testName) => !others.has(testName)
}
