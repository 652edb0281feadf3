import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isDemoLoaded, noteDemoLoaded } from './demo-documents.ts'

test('the demo is loaded once into a project, and again into the project of another database', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-demo-'))
  expect(isDemoLoaded({ dataDir, projectId: 'first' })).toBe(false)
  noteDemoLoaded({ dataDir, projectId: 'first' })
  expect(isDemoLoaded({ dataDir, projectId: 'first' })).toBe(true)
  expect(isDemoLoaded({ dataDir, projectId: 'second' })).toBe(false)
  rmSync(dataDir, { recursive: true })
})
