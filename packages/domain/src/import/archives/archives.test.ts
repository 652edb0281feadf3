import { inflateRawSync } from 'node:zlib'
import { packZip } from '@assay/testing/import/pack-zip'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { unwrap } from '../../result.ts'
import { containerOf, folderOfArchive } from './container.ts'
import { decodeText } from './decode-text.ts'
import { readZipDirectory } from './zip-directory.ts'

const name = fc.stringMatching(/^[a-z][a-z0-9.-]{0,12}$/)
const seed = Number(process.env.ASSAY_TEST_SEED ?? 2811)

describe('zip archives', () => {
  test(`every file of an archive is found with its content (seed ${seed})`, () => {
    const files = fc.dictionary(name, fc.string({ maxLength: 400 }), { minKeys: 1, maxKeys: 12, noNullPrototype: true })
    fc.assert(
      fc.property(files, (contents) => {
        const { entries, refused } = unwrap(readZipDirectory(packZip(contents), 100))
        const texts = entries.map(({ path, packed, isDeflated }) => [
          path,
          new TextDecoder().decode(isDeflated ? inflateRawSync(packed) : packed),
        ])
        expect(Object.fromEntries(texts)).toEqual(contents)
        expect(refused).toEqual([])
      }),
      { seed },
    )
  })

  test(`no cut or changed archive makes the reader throw (seed ${seed})`, () => {
    const zip = packZip({ 'a/b.log': 'text '.repeat(50), 'c.log': 'x' })
    fc.assert(
      fc.property(fc.nat(zip.length - 1), fc.nat(255), fc.nat(zip.length), (at, byte, length) => {
        const changed = new Uint8Array(zip.subarray(0, length))
        if (at < changed.length) changed[at] = byte
        readZipDirectory(changed, 100)
      }),
      { seed },
    )
  })

  test('backslashes are slashes, and paths that lead out are refused', () => {
    const { entries, refused } = unwrap(
      readZipDirectory(packZip({ 'pg-18.1\\oltp.log': 'a', '../../x': 'b', 'C:\\x': 'c' }), 100),
    )
    expect(entries.map(({ path }) => path)).toEqual(['pg-18.1/oltp.log'])
    expect(refused.map(({ path }) => path)).toEqual(['../../x', 'C:/x'])
  })

  test('a truncated archive and one of too many files are refused', () => {
    const zip = packZip({ a: 'a', b: 'b' })
    expect(readZipDirectory(zip.subarray(0, zip.length - 30), 100)).toMatchObject({
      error: expect.stringMatching(/truncated/),
    })
    expect(readZipDirectory(zip, 1)).toMatchObject({ error: 'holds over 1 files' })
  })
})

test('the name of an archive is a folder of its files, unless they are in one of that name', () => {
  expect(folderOfArchive('ci/bench-pg18.zip', ['out.log', 'a/b.log'])).toBe('ci/bench-pg18')
  expect(folderOfArchive('ci/results.tar.gz', ['results/a.log', 'results/b.log'])).toBe('ci')
  expect(folderOfArchive('results.tgz', ['results/a.log'])).toBe('')
})

test('a container is found by its first bytes', () => {
  expect(containerOf(packZip({ a: 'a' }))).toBe('zip')
  expect(containerOf(Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0))).toBe('zstd')
  expect(containerOf(new TextEncoder().encode('sysbench 1.0.20'))).toBe(null)
})

describe('text', () => {
  const text = 'Latenz größer als 5 µs\r\n'
  const utf16 = (bigEndian: boolean) => {
    const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le')
    return bigEndian ? bytes.swap16() : bytes
  }

  test.each<[string, Uint8Array]>([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with its mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16 of PowerShell', utf16(false)],
    ['UTF-16, big endian', utf16(true)],
    ['Windows-1252', Buffer.from(text, 'latin1')],
  ])('%s is read', (_encoding, bytes) => {
    expect(decodeText(bytes)).toEqual({ ok: true, value: text })
  })

  test('bytes that are not text are named', () => {
    expect(decodeText(Uint8Array.of(1, 0, 2))).toMatchObject({ ok: false, error: expect.stringMatching(/binary/) })
    expect(decodeText(Uint8Array.of(0xff, 0xfe, 0x41))).toMatchObject({ ok: false })
    const workbook = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.from('\0\0[Content_Types].xml')])
    expect(decodeText(workbook)).toMatchObject({ ok: false, error: expect.stringMatching(/workbook .* as CSV/) })
  })

  test('pictures have no text', () => {
    for (const head of [
      [0x89, 0x50, 0x4e, 0x47],
      [0xff, 0xd8, 0xff],
      [0x25, 0x50, 0x44, 0x46],
    ])
      expect(decodeText(Uint8Array.of(...head, 0, 1))).toEqual({ ok: true, value: '' })
  })
})
