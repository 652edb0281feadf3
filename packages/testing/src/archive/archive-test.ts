import { describe, type TestAPI, test } from 'vitest'
import { hasArchive } from './archive.ts'

type Register = (name: string, body: () => void | Promise<void>) => void

/**
 * Registers a test that reads the archive, with `each` as Vitest has it. Without the archive nothing is registered:
 * such a test is neither skipped nor failed, and the tests next to it run.
 */
export const archiveTest: Register & Pick<TestAPI, 'each'> = hasArchive
  ? test
  : Object.assign(() => {}, { each: () => () => {} })

/** The same for a group of tests. Reads that the group needs belong into its body, which only runs with the archive. */
export const describeArchive: (name: string, body: () => void) => void = hasArchive ? describe : () => {}
