import { labArchive, labPlain } from '@assay/testing/import/lab-profiles'
import { recordedFolders } from '@assay/testing/import/recorded-fixture-folders'
import { SYSBENCH_REPORT } from '@assay/testing/import/sysbench-report-text'
import { describe, expect, test } from 'vitest'
import { type ImportFile, importFiles } from '../import-files.ts'
import type { ImportOverrides } from '../overrides.ts'
import { RUN_DIMENSIONS } from './origins-of-facts.ts'

const sourcesOf = (files: readonly ImportFile[], overrides: ImportOverrides) => {
  const { origins } = importFiles(files, { profile: labPlain, overrides })
  return [...origins.values()]
}

test('folders, outputs, flags and defaults are distinguished', () => {
  const path = 'postgresql-18.4/v2/oltp_point_select.t2.txt'
  expect(sourcesOf([{ path, text: SYSBENCH_REPORT }], { hardware: 'box' })).toEqual([
    {
      product: { source: 'folder', from: 'postgresql-18.4/v2' },
      version: { source: 'folder', from: 'postgresql-18.4/v2' },
      repeat: { source: 'folder', from: 'postgresql-18.4/v2' },
      hardware: { source: 'flag', from: '--set hardware' },
      build: { source: 'default', from: 'plain' },
      config: { source: 'default', from: 'plain' },
      workload: expect.objectContaining({ from: expect.any(String) }),
    },
  ])
})

test('a flag overrides the folder, and the origin is the flag', () => {
  const path = 'postgresql-18.4/v2/oltp_point_select.t2.txt'
  const [origins] = sourcesOf([{ path, text: SYSBENCH_REPORT }], { hardware: 'box', version: '19.0', config: 'tuned' })
  expect(origins).toMatchObject({
    version: { source: 'flag' },
    config: { source: 'flag' },
    product: { source: 'folder' },
  })
})

describe.each(recordedFolders().map((files) => [files[0]?.path ?? '', files] as const))('%s', (_name, files) => {
  test('each document has the origin of each dimension, at a path of the import', () => {
    const { documents, origins } = importFiles(files, { profile: labArchive, overrides: { clients: 2 } })
    expect(origins.size).toBe(documents.length)
    for (const found of origins.values()) {
      expect(Object.keys(found).sort()).toEqual([...RUN_DIMENSIONS].sort())
      for (const { source, from } of Object.values(found)) {
        if (source === 'flag' || source === 'default' || source === 'profile') continue
        expect([source, from, files.some(({ path }) => path.startsWith(from))]).toEqual([source, from, true])
      }
    }
  })
})
