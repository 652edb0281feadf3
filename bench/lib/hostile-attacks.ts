import { gzipSync } from 'node:zlib'

const MB = 1024 * 1024

/** One request that a hostile sender repeats; `token` is that of its own project, when it has one. */
export type Attack = { name: string; path: string; init: RequestInit; isTenant: boolean }

/** The requests that once stopped the service for everybody, at full size, and the heaviest ones that are allowed. */
export function makeAttacks(token: string): Attack[] {
  const json = new Uint8Array(gzipSync(`[${'1,'.repeat(28 * MB)}1]`))
  const gzipJson = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  const bearer = { authorization: `Bearer ${token}` }
  const grids = JSON.stringify(Object.fromEntries(Array.from({ length: 60 }, (_, at) => [at, GRID])))
  const allowed = JSON.stringify(Object.fromEntries(Array.from({ length: 10 }, (_, at) => [at, GRID])))
  return [
    anonymous('57 MB of JSON in gzip to an unknown procedure', '/api/trpc/no.such', post(json, gzipJson)),
    anonymous('57 MB of JSON in gzip to a gate', '/api/v1/gates?project=demo', post(json, gzipJson)),
    anonymous('a batch of 60 comparisons', batchPath(60, grids), {}),
    anonymous('a batch of 10 comparisons', batchPath(10, allowed), {}),
    anonymous('a comparison of everything as a page', '/o/assay/p/demo/compare?columns=version', {}),
    tenant('gzip in an archive in gzip', '/api/v1/uploads', post(nestedArchive(), { ...bearer, ...ARCHIVE })),
    tenant('57 MB of JSON in gzip as a run', '/api/trpc/runs.upload', post(json, { ...bearer, ...gzipJson })),
    tenant('a comparison of everything by REST', '/api/v1/projects/demo/compare', { headers: bearer }),
    anonymous('60 KB of open brackets to a gate', '/api/v1/gates?project=demo', post(brackets(), JSON_TYPE)),
    anonymous('a gate with a budget of 90 stars', '/api/v1/gates?project=demo', post(stars(), JSON_TYPE)),
    anonymous('a comparison with 800 parameters', `/api/v1/projects/demo/compare?${manyParameters()}`, {}),
    anonymous('a search for 200 words', `/o/assay/p/demo/search?q=${'te%20'.repeat(200)}`, {}),
    anonymous('a comparison of everything as HTML', '/o/assay/p/demo/compare/export?format=html', {}),
    anonymous('trends of everything', '/o/assay/p/demo/series?product=Postgres', {}),
    anonymous('a path of 8,000 characters', `/${'a/'.repeat(4_000)}`, {}),
    tenant('the preview of quotes in quotes', '/api/trpc/specs.preview', post(quotes(), { ...bearer, ...JSON_TYPE })),
    tenant('the preview of a long spec', '/api/trpc/specs.preview', post(longSpec(), { ...bearer, ...JSON_TYPE })),
    tenant(
      'a table of 20,000 columns',
      '/api/v1/previews?hardware=box1',
      post(wideTable(), { ...bearer, ...CSV_TYPE }),
    ),
    tenant('a line of 30 MB', '/api/v1/previews?hardware=box1', post(longLine(), { ...bearer, ...CSV_TYPE })),
  ]
}

const JSON_TYPE = { 'content-type': 'application/json' }
const CSV_TYPE = { 'content-type': 'text/csv' }

const bytes = (text: string) => new Uint8Array(Buffer.from(text))
const brackets = () => bytes('['.repeat(60_000))
const stars = () => {
  const budgets = [{ test: `${'*a'.repeat(90)}*!`, share: 0.1 }]
  return bytes(JSON.stringify({ product: 'Postgres', base: ['10.0'], candidate: ['11.0'], budgets }))
}
const manyParameters = () => Array.from({ length: 800 }, (_, at) => `p${at}=x`).join('&')
const longSpec = () =>
  bytes(JSON.stringify({ project: 'hostile', text: `# Long\n\n${'| a | b |\n| --- | --- |\n'.repeat(24_000)}` }))
const quotes = () => bytes(JSON.stringify({ project: 'hostile', text: '>'.repeat(15_000) }))
const wideTable = () => {
  const row = (cell: (at: number) => string) => Array.from({ length: 20_000 }, (_, at) => cell(at)).join(',')
  return bytes([row((at) => `c${at}`), ...Array.from({ length: 50 }, () => row((at) => String(at)))].join('\n'))
}
const longLine = () => bytes('a,'.repeat(15 * MB))

const GRID = { project: 'demo', query: '' }
const ARCHIVE = { 'content-type': 'application/gzip', 'content-encoding': 'gzip' }

const anonymous = (name: string, path: string, init: RequestInit): Attack => ({ name, path, init, isTenant: false })
const tenant = (name: string, path: string, init: RequestInit): Attack => ({ name, path, init, isTenant: true })

const post = (body: Uint8Array<ArrayBuffer>, headers: Record<string, string>): RequestInit => ({
  method: 'POST',
  body,
  headers,
})

const batchPath = (count: number, input: string) =>
  `/api/trpc/${Array(count).fill('comparisons.grid').join(',')}?${new URLSearchParams({ batch: '1', input })}`

/** An archive of a few KB with 140 packed files of 64 MB. */
function nestedArchive(): Uint8Array<ArrayBuffer> {
  const packed = gzipSync(Buffer.alloc(64 * MB, 32), { level: 9 })
  const padding = Buffer.alloc((512 - (packed.length % 512)) % 512)
  const files = Array.from({ length: 140 }, (_, at) => [tarHeader(`run/out.${at}.gz`, packed.length), packed, padding])
  const tar = Buffer.concat([...files.flat(), Buffer.alloc(1_024)])
  return new Uint8Array(gzipSync(gzipSync(tar, { level: 9 })))
}

/** The header of a plain file (POSIX.1-1988, ustar). */
function tarHeader(name: string, size: number): Buffer {
  const header = Buffer.alloc(512)
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`
  header.write(name, 0)
  header.write(octal(0o644, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(size, 11), 124)
  header.write(octal(0, 11), 136)
  header.write('        0', 148)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(octal(sum, 6), 148)
  return header
}
