import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MAX_UPLOAD_FILES } from '@assay/domain/import/archives/container'
import { expect, test } from 'vitest'
import { withoutSystemFiles } from './dropped-files.ts'
import { packFiles, whyTooMany } from './pack-files.ts'
import { pathElements } from './path-elements.ts'

const file = (path: string, text = '') => ({ path, file: new Blob([text]) })

test('tar unpacks what the page packs, with long and foreign names', async () => {
  const long = `${'long-folder-name/'.repeat(9)}ünïcode-${'x'.repeat(120)}.log`
  const files = [
    file('a/b.log', 'x'.repeat(1_000)),
    file(long, 'long'),
    file('empty.txt'),
    file('block', 'y'.repeat(512)),
  ]
  const { body, name, fileCount } = await packFiles(files)
  expect([name, fileCount]).toEqual(['import.tar.gz', 4])
  const folder = mkdtempSync(join(tmpdir(), 'assay-tar-'))
  try {
    writeFileSync(join(folder, name), Buffer.from(await body.arrayBuffer()))
    execFileSync('tar', ['xzf', name], { cwd: folder })
    for (const { path, file: blob } of files) {
      expect(readFileSync(join(folder, path), 'utf8')).toBe(await blob.text())
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('an archive that is chosen alone is sent as it is', async () => {
  const one = file('results.tgz', 'packed')
  expect((await packFiles([one])).body).toBe(one.file)
  expect((await packFiles([one, file('b.log')])).name).toBe('import.tar.gz')
})

test('files of the operating system are left out', () => {
  const files = ['r/.DS_Store', 'r/a.log', '__MACOSX/r/._a.log', 'Thumbs.db'].map((path) => file(path))
  expect(withoutSystemFiles(files).map(({ path }) => path)).toEqual(['r/a.log'])
})

test('parts of a path are its folders, innermost first in references, and the undecoded parts of the name', () => {
  const parts = pathElements('res/big_buffers/pg-18.1/pg18.1-box7-c40.log.gz')
  expect(parts.map(({ text, reference }) => [text, reference])).toEqual([
    ['res', '@segment3'],
    ['big_buffers', '@segment2'],
    ['pg-18.1', '@segment'],
    ['box7', '@file'],
  ])
})

test('more files than the server takes are refused before they are packed', () => {
  expect(whyTooMany(Array.from({ length: MAX_UPLOAD_FILES }, (_, i) => file(`${i}.log`)))).toBeNull()
  expect(whyTooMany(Array.from({ length: MAX_UPLOAD_FILES + 1 }, (_, i) => file(`${i}.log`)))).toContain('20,001 files')
})
