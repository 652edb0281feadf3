import { uuidFromHex } from '@assay/domain/run/uuid-from-hex'

/** Creates a random UUID. `crypto.randomUUID` is missing on pages over plain HTTP from another machine. */
export const newUuid = (): string =>
  uuidFromHex(
    [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
    '4',
  )
