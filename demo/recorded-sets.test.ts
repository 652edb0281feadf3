import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { parseProfiles } from '@assay/domain/companion-files/profiles/profile-formats'
import { checkDocument } from '@assay/domain/run/check-document'
import { UploadDocument } from '@assay/domain/run/upload-document'
import { expect, test } from 'vitest'
import { RECORDED_SETS } from './recorded-sets.ts'

const documentsOf = (name: string) => {
  const packed = readFileSync(fileURLToPath(new URL(`documents/${name}.json.gz`, import.meta.url)))
  return UploadDocument.array().parse(JSON.parse(gunzipSync(packed).toString('utf8')))
}

// Compressed contents differ between versions of zlib, so what they unpack to is compared.
const unpacked = (documents: readonly UploadDocument[]) =>
  documents.map(({ attachments = [], ...document }) => ({
    ...document,
    attachments: attachments.map(({ contentGzipBase64 = '', ...attachment }) => ({
      ...attachment,
      text: gunzipSync(Buffer.from(contentGzipBase64, 'base64')).toString('utf8'),
    })),
  }))

test.each(RECORDED_SETS)('$name is what `npm run demo:make` makes of our raw files', ({ name, make }) => {
  expect(unpacked(documentsOf(name))).toEqual(unpacked(UploadDocument.array().parse(make())))
})

test.each(RECORDED_SETS)('$name can be uploaded, and each of its profiles is read', ({ name }) => {
  const documents = documentsOf(name)
  expect(documents.flatMap(checkDocument)).toEqual([])
  for (const { profiles = [], attachments = [] } of unpacked(documents)) {
    for (const { attachment, kind, total } of profiles) {
      const text = attachments.find((one) => one.name === attachment)?.text ?? ''
      const { value, problems } = parseProfiles(kind, text, attachment)
      expect(problems).toEqual([])
      expect(value?.[0]?.root.total).toBeCloseTo(total, 6)
    }
  }
})

test('of Postgres there are profiles, and no throughput: two shared virtual cores say nothing about it', () => {
  for (const { metricNames, profiles } of documentsOf('nov26.sb.perf.vm2')) {
    expect(metricNames.join(' ')).toMatch(/^(profile_\w+ ?)+$/)
    expect(profiles?.length).toBeGreaterThan(0)
  }
})
