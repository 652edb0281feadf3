import type { Services } from '../services.ts'

/** The services that delivery of a message uses. */
export type DeliveryServices = Pick<Services, 'db' | 'now' | 'publicUrl' | 'mail' | 'tokenHash' | 'vault' | 'addresses'>
