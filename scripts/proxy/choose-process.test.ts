import { restRoutes } from '@assay/api/rest/routes'
import { expect, test } from 'vitest'
import { chooseProcess, isLongPoll } from './choose-process.ts'

test('REST calls that parse or store a run or its files go to uploads, and all others to pages', () => {
  const uploads = restRoutes
    .map(({ method, path }) => ({ method: method.toUpperCase(), url: path.replaceAll(/\{\w+\}/g, 'x') }))
    .filter((request) => chooseProcess(request) === 'uploads')
    .map(({ method, url }) => `${method} ${url}`)
  expect(uploads.sort()).toEqual([
    'POST /api/v1/previews',
    'POST /api/v1/uploads',
    'PUT /api/v1/projects/x/blobs/x',
    'PUT /api/v1/runs/x',
  ])
})

test.each([
  ['POST', '/api/trpc/runs.upload', 'uploads'],
  ['POST', '/api/trpc/runs.checkUpload,runs.checkUpload?batch=1', 'uploads'],
  ['GET', '/metrics/uploads', 'uploads'],
  ['GET', '/metrics', 'pages'],
  ['GET', '/api/trpc/runs.upload', 'pages'],
  ['POST', '/api/trpc/runs.uploaded', 'pages'],
  ['GET', '/api/v1/runs/1', 'pages'],
  ['GET', '/p/demo/compare?x=/api/v1/uploads', 'pages'],
  ['POST', '/people/sign-in', 'pages'],
  ['GET', '/metrics/heavy', 'heavy'],
])('%s %s is for %s', (method, url, name) => {
  expect(chooseProcess({ method, url })).toBe(name)
})

const KB = 1024
const packed = { 'content-encoding': 'gzip' }

test.each([
  ['POST', '/p/demo/specs', 16 * KB, {}, 'pages'],
  ['POST', '/p/demo/specs', 16 * KB + 1, {}, 'heavy'],
  ['POST', '/api/v1/gates', KB, packed, 'pages'],
  ['POST', '/api/v1/gates', KB + 1, packed, 'heavy'],
  ['POST', '/api/v1/uploads', 64 * KB + 1, {}, 'heavy'],
  ['POST', '/api/v1/uploads', 8 * KB, { 'content-type': 'application/gzip' }, 'uploads'],
  ['POST', '/api/v1/uploads', 8 * KB + 1, { 'content-type': 'application/gzip' }, 'heavy'],
  ['PUT', '/api/v1/runs/1', 512 * KB, {}, 'uploads'],
  ['PUT', '/api/v1/runs/1', 512 * KB + 1, {}, 'heavy'],
  ['PUT', '/api/v1/runs/1', 32 * KB, packed, 'uploads'],
  ['PUT', '/api/v1/runs/1', 32 * KB + 1, packed, 'heavy'],
  ['POST', '/api/trpc/runs.upload', 512 * KB + 1, {}, 'heavy'],
  ['PUT', '/api/v1/projects/demo/blobs/1', 64 * KB * KB, {}, 'uploads'],
])('%s %s with %s bytes and %o is for %s', (method, url, length, headers, name) => {
  expect(chooseProcess({ method, url, headers: { ...headers, 'content-length': String(length) } })).toBe(name)
})

test('every operation that waits for something to do is known, so that it takes no turn of its caller', () => {
  const waiting = restRoutes.filter(({ summary }) => summary.includes('long polling'))
  expect(waiting.map(({ operationId }) => operationId)).toEqual(['leaseRunRequest'])
  for (const { path } of waiting) expect(isLongPoll({ url: path }), path).toBe(true)
  expect(isLongPoll({ url: '/api/v1/projects/demo/runners/box1' })).toBe(false)
})
