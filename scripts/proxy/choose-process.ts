/** The processes that answer requests; the third one runs jobs and answers none. */
export type ProcessName = 'pages' | 'uploads'

/** Calls that parse or store runs, by REST and by tRPC, which separates those of a batch by commas. */
const UPLOADS =
  /^\/api\/(?:v1\/(?:runs\/|(?:uploads|previews)(?:\/|$)|projects\/[^/]+\/blobs\/)|trpc\/runs\.(?:upload|checkUpload)(?:,|$))/

/** Each process has separate metrics; /metrics shows those of pages. */
const METRICS_OF_UPLOADS = '/metrics/uploads'

/** Finds the process that answers a request. */
export function chooseProcess({
  method = 'GET',
  url = '/',
}: {
  method?: string | undefined
  url?: string | undefined
}): ProcessName {
  const path = url.split('?', 1)[0] ?? ''
  if (path === METRICS_OF_UPLOADS) return 'uploads'
  return method !== 'GET' && method !== 'HEAD' && UPLOADS.test(path) ? 'uploads' : 'pages'
}
