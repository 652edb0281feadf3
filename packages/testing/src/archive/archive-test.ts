import { describe, type TestAPI, test } from 'vitest'
import { hasArchive } from './archive.ts'

type Register = (name: string, body: () => void | Promise<void>) => void

/**
 * Registers a test that reads the archive, with `each` like Vitest's. Without the archive nothing is registered: such a
 * test is neither skipped nor failed, and the other tests of the file run.
 */
export const archiveTest: Register & Pick<TestAPI, 'each'> = hasArchive
  ? test
  : Object.assign(() => {}, { each: () => () => {} })

/**
 * Registers a group of such tests. Code that reads the archive for the group belongs into its body, which runs only
 * with the archive.
 */
export const describeArchive: (name: string, body: () => void) => void = hasArchive ? describe : () => {}
