import { createHash, randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { UploadDocument } from '@assay/domain/run/upload-document'
import { hostileMarkdown, hostileSvgs, hostileTexts, some } from '@assay/testing/hostile-markup'
import type { APIRequestContext } from '@playwright/test'

/** Keys of the stored data, to find them again. */
export type HostileData = { product: string; runs: string[]; bug: string; saved: string; texts: string[] }

const NAME_CHARACTERS = 200
/** A test to filter by, because freezing all of them would take too long. */
export const ONE_TEST = 'xss<b onclick=xss(1)>'

/**
 * Stores runs, notes, known bugs and a saved comparison in which every text is a payload. ASSAY_XSS=all uses the whole
 * corpus.
 */
export async function storeHostileData(request: APIRequestContext, token: string): Promise<HostileData> {
  const every = process.env.ASSAY_XSS === 'all' ? 1 : 11
  const texts = some(hostileTexts(), every, 2)
  const names = texts.filter(
    (text) => text.length <= NAME_CHARACTERS && /^[^\s\p{Cc}](?:[^\p{Cc}]*[^\s\p{Cc}])?$/u.test(text),
  )
  const product = 'xss"><svg onload=xss(1)>'
  const runs = [randomUUID(), randomUUID()]
  for (const [repeat, runId] of runs.entries()) {
    const document = hostileDocument({ names, texts, product, version: `${repeat + 1}.0"><img src=x onerror=xss(1)>` })
    await sent(request.put(`/api/v1/runs/${runId}`, { headers: bearer(token), data: document }))
  }
  const markdown = some(hostileMarkdown(), every, 1)
  const writing = { headers: bearer(token) }
  const annotations = '/api/v1/projects/demo/annotations'
  for (const text of chunked(markdown)) {
    await sent(request.post(annotations, { ...writing, data: { runId: runs[0], text, author: names[3] ?? '' } }))
  }
  const link = 'https://example.org/"onmouseover="xss(1)'
  const bug = await sent(
    request.post('/api/v1/projects/demo/known-bugs', {
      ...writing,
      data: {
        bug: names[4],
        product,
        title: names[5],
        about: chunked(markdown)[0],
        link,
        affectedFrom: '1.0',
        tests: names.slice(0, 2),
        source: { name: names[6], url: link },
      },
    }),
  )
  const saved = 'xss-saved'
  await sent(
    request.put(`/api/v1/projects/demo/saved-comparisons/${saved}`, {
      ...writing,
      data: {
        title: names[7],
        query: new URLSearchParams({ columns: 'version', product }).toString(),
        about: names[8],
        source: { name: names[9], url: link },
        tldr: names.slice(10, 40).join('\n'),
      },
    }),
  )
  return { product, runs, bug: String(bug.slug), saved, texts }
}

/** Creates a document with another payload in each field; the tests get the remaining ones. */
function hostileDocument({
  names,
  texts,
  product,
  version,
}: {
  names: readonly string[]
  texts: readonly string[]
  product: string
  version: string
}): UploadDocument {
  let at = 0
  const next = () => names[at++ % names.length] ?? ''
  const all = texts.join('\n').replaceAll(/[\p{Cc}](?<![\n\t])/gu, ' ')
  const attachments = [
    ...hostileSvgs()
      .slice(0, 3)
      .map((svg, index) => attachment(`${index}"><img src=x onerror=xss(1)>.svg`, svg)),
    attachment(
      'stacks/<script>xss(1)<>.folded',
      names.map((name, i) => `main;${name.replaceAll(/[;\s]/g, '_')} ${i + 1}`).join('\n'),
    ),
  ]
  const metric = next()
  const groups = [next(), next(), next()]
  const tests = [...names, ONE_TEST].map((name, order) => ({
    name,
    group: groups[order % 3] ?? '',
    order,
    primaryMetric: 'qps',
  }))
  return {
    schemaVersion: 1,
    product,
    version,
    build: {
      name: next(),
      compiler: next(),
      compilerVersion: next(),
      flags: next(),
      buildType: next(),
      commit: next(),
    },
    config: { name: next(), text: all, settings: Object.fromEntries(names.slice(0, 30).map((name) => [name, next()])) },
    hardware: {
      name: `xss ${next()}`.slice(0, NAME_CHARACTERS),
      cpu: next(),
      storage: next(),
      fileSystem: next(),
      os: next(),
      kernel: next(),
      cloudType: next(),
      cores: 8,
    },
    testbed: { governor: next(), transparentHugePages: next(), mountOptions: next() },
    benchmark: { name: next(), version: next() },
    workload: { name: next(), params: { [next()]: next() } },
    clientVersion: next(),
    source: { name: next(), url: 'https://example.org/"onmouseover="xss(1)' },
    notes: all,
    startedAt: '2026-11-20T10:00:00Z',
    tests,
    metrics: [{ name: metric, unit: next(), better: 'higher', about: next() }],
    metricNames: ['qps', metric],
    results: tests.map(({ name }, index) => ({
      test: name,
      clients: 1,
      values: [1000 + index * (version.startsWith('2') ? 1.2 : 1), index],
      command: names[index % names.length] ?? '',
      samples: index > 2 ? [] : [{ metric: 'qps', intervalSeconds: 1, values: [1, 2, 3] }],
    })),
    attachments,
    profiles: [
      {
        attachment: attachments.at(-1)?.name ?? '',
        kind: 'folded-stacks',
        test: names[0] ?? '',
        clients: 1,
        unit: 'samples',
        total: (names.length * (names.length + 1)) / 2,
        functions: names.length + 1,
      },
    ],
  }
}

function attachment(name: string, content: string) {
  return {
    name,
    sha256: createHash('sha256').update(content).digest('hex'),
    sizeBytes: Buffer.byteLength(content),
    mediaType: 'image/svg+xml',
    contentGzipBase64: gzipSync(content).toString('base64'),
  }
}

/** Joins as many payloads as fit a note, a paragraph each. */
function chunked(texts: readonly string[]): string[] {
  const chunks: string[] = ['']
  for (const text of texts.map((one) => one.replaceAll(/\p{Cc}(?<!\n)/gu, ' '))) {
    const grown = `${chunks.at(-1)}\n\n${text}`
    if (grown.length < 4_500) chunks[chunks.length - 1] = grown
    else chunks.push(text)
  }
  return chunks
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function sent(response: ReturnType<APIRequestContext['put']>): Promise<Record<string, unknown>> {
  const answer = await response
  if (!answer.ok()) throw new Error(await answer.text())
  return (await answer.json()) as Record<string, unknown> // Each of these endpoints returns an object.
}
