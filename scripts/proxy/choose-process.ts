import type { IncomingHttpHeaders } from 'node:http'

/** The processes that answer requests; another one runs jobs and answers none. */
export const PROCESS_NAMES = ['pages', 'uploads', 'heavy'] as const
export type ProcessName = (typeof PROCESS_NAMES)[number]

/** Calls that parse or store runs, by REST and by tRPC, which separates those of a batch by commas. */
const UPLOADS =
  /^\/api\/(?:v1\/(?:runs\/|(?:uploads|previews)(?:\/|$)|projects\/[^/]+\/blobs\/)|trpc\/runs\.(?:upload|checkUpload)(?:,|$))/
/** Files that are stored as they arrive, in parts, so that their length costs no other request anything. */
const STREAMED = /^\/api\/v1\/projects\/[^/]+\/blobs\//
/** Output of benchmarks, which is parsed; the documents of runs are checked in parts, between which others are served. */
const RAW = /^\/api\/v1\/(?:uploads|previews)(?:\/|$)/

/** Media types of archives and packed files. */
const ARCHIVE = /zip|tar|zstd|xz/

/** Each process has separate metrics; /metrics shows those of pages. */
const METRICS = /^\/metrics(?:\/(uploads|heavy))?$/

/** Maximum bytes of a body, plain and packed. Checking a longer one takes tens of milliseconds of an event loop. */
type MaxBody = { plain: number; packed: number }
const MAX_BODY: MaxBody = { plain: 16 * 1024, packed: 1024 }
const MAX_RAW: MaxBody = { plain: 64 * 1024, packed: 8 * 1024 }
/** A run of 5,000 values. */
const MAX_RUN: MaxBody = { plain: 512 * 1024, packed: 32 * 1024 }

type Head = {
  method?: string | undefined
  url?: string | undefined
  headers?: IncomingHttpHeaders | undefined
}

/** Finds the process that answers a request. One that turns out to be heavy is moved by that process. */
export function chooseProcess(head: Head): ProcessName {
  const path = pathOf(head)
  const ofMetrics = METRICS.exec(path)?.[1]
  if (ofMetrics === 'uploads' || ofMetrics === 'heavy') return ofMetrics
  const name = isUpload(head) ? 'uploads' : 'pages'
  return isLong(head, path, name) ? 'heavy' : name
}

/** True for a request that parses or stores runs. */
export const isUpload = (head: Head): boolean => !READS.has(head.method ?? 'GET') && UPLOADS.test(pathOf(head))

const READS = new Set(['GET', 'HEAD'])

/** True for a request for the metrics of a process, which must not start it. */
export const isForMetrics = (head: Head): boolean => METRICS.test(pathOf(head))

/** Requests that wait for something to do (long polling). */
const LONG_POLLS = /^\/api\/v1\/projects\/[^/]+\/runners\/[^/]+\/leases$/

/** True for a request that waits in its process for seconds, and does nothing there meanwhile. */
export const isLongPoll = (head: Head): boolean => LONG_POLLS.test(pathOf(head))

const pathOf = ({ url = '/' }: Head): string => url.split('?', 1)[0] ?? ''

function isLong({ headers = {} }: Head, path: string, name: 'pages' | 'uploads'): boolean {
  if (name === 'uploads' && STREAMED.test(path)) return false
  // A body without a length is long unless it ends within what the proxy receives first (forward-request.ts).
  const length = Number(headers['content-length'] ?? 0)
  const max = name === 'pages' ? MAX_BODY : RAW.test(path) ? MAX_RAW : MAX_RUN
  const isPacked =
    (headers['content-encoding'] ?? 'identity') !== 'identity' || ARCHIVE.test(headers['content-type'] ?? '')
  return length > (isPacked ? max.packed : max.plain)
}
