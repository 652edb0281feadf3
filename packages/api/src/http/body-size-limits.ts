/** Maximum sizes of uploads and other bodies, as sent and unpacked. */
export const LIMIT_BYTES = {
  document: 8 * 1024 * 1024,
  documentUnpacked: 64 * 1024 * 1024,
  /** A document together with the packed files in it. */
  documentAndFiles: 256 * 1024 * 1024,
  archive: 64 * 1024 * 1024,
  archiveUnpacked: 512 * 1024 * 1024,
} as const

/** Enough for a form, a comment of a guest, or a short run for a gate. */
export const MAX_ANONYMOUS_BYTES = 64 * 1024
