import { faultError } from '@assay/api/http/fault'
import { noteFault } from '@assay/api/observability/request-context'

/**
 * Remembers an error of a page that is a fault, such as a database that does not answer. Next answers every error with status
 * 500; the listener replaces that of a fault (scripts/serve/fault-status.ts).
 */
export function noteRequestError(error: unknown): void {
  const fault = faultError(error)
  if (fault !== null) noteFault(fault)
}
