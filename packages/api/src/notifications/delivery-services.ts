import type { Services } from '../services.ts'

/** What sending needs. */
export type DeliverServices = Pick<Services, 'db' | 'now' | 'publicUrl' | 'mail' | 'vault' | 'addresses'>
