import type { Actor } from '../types.ts'

/** The server itself, where nobody else acts: the first start, jobs, the run index. */
export const SERVER_ACTOR: Actor = { kind: 'server', id: null, name: 'Assay', requestId: null, address: null }
