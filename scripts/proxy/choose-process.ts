/** The processes that answer requests; the third one, for jobs, answers none. */
export type ProcessName = 'pages' | 'uploads'

/** Calls that store runs, by REST and by tRPC, where several may come with commas between them. */
const UPLOADS =
  /^\/api\/(?:v1\/(?:runs\/|uploads(?:\/|$)|projects\/[^/]+\/blobs\/)|trpc\/runs\.(?:upload|checkUpload)(?:,|$))/

/** Finds the process that answers a request. */
export function chooseProcess({
  method = 'GET',
  url = '/',
}: {
  method?: string | undefined
  url?: string | undefined
}): ProcessName {
  const path = url.split('?', 1)[0] ?? ''
  return method !== 'GET' && method !== 'HEAD' && UPLOADS.test(path) ? 'uploads' : 'pages'
}
