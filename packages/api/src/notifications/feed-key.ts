import { randomBytes } from 'node:crypto'

/**
 * Creates a feed key: a prefix that secret scanners find, and 192 random bits. It opens the feed of one project and
 * nothing else.
 */
export const newFeedKey = (): string => `assay_feed_${randomBytes(24).toString('base64url')}`
