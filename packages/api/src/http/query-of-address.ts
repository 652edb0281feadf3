import { z } from 'zod'

/**
 * The query of a page. An address has at most 16 KB (Node), and when its parameters are written again, characters such as
 * `(` become three, so every address of a page is accepted.
 */
export const PageQuery = z.string().max(50_000)
