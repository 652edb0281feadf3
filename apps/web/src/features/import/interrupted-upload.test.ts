import { afterEach, expect, test, vi } from 'vitest'
import { deleteUploadProgress, readInterruptedUpload, saveUploadProgress } from './interrupted-upload.ts'

const PACKED = { body: new Blob(['x'.repeat(1_000)]), name: 'results.tar.gz', fileCount: 1, sizeBytes: 1_000 }

/** The storage of a browser with these entries. */
function stubStorage(entries: Map<string, string>): void {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => entries.set(key, value),
    removeItem: (key: string) => entries.delete(key),
  })
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('an upload is known to its project until it is completed, discarded or a day old', () => {
  stubStorage(new Map())
  vi.useFakeTimers({ now: new Date('2026-11-29T09:00:00Z') })
  expect(readInterruptedUpload('demo')).toBeNull()
  saveUploadProgress('demo', PACKED, 0.62)
  expect(readInterruptedUpload('demo')).toMatchObject({ name: 'results.tar.gz', sizeBytes: 1_000, share: 0.62 })
  expect(readInterruptedUpload('other')).toBeNull()
  vi.setSystemTime(new Date('2026-11-30T09:00:01Z'))
  expect(readInterruptedUpload('demo')).toBeNull()
  saveUploadProgress('demo', PACKED, 0.7)
  deleteUploadProgress('demo')
  expect(readInterruptedUpload('demo')).toBeNull()
})

test('entries of another form, and a browser without storage, are not an interrupted upload', () => {
  stubStorage(new Map([['assay-import:demo', '{"name": 7}']]))
  expect(readInterruptedUpload('demo')).toBeNull()
  vi.stubGlobal('localStorage', undefined)
  saveUploadProgress('demo', PACKED, 0.5)
  expect(readInterruptedUpload('demo')).toBeNull()
})
