import type { Actor } from '../types.ts'

/** The server as actor, for work that no person starts: the first start, jobs and the run index. */
export const SERVER_ACTOR: Actor = { kind: 'server', id: null, name: 'Assay', requestId: null, address: null }
