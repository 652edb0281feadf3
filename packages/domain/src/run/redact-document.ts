import { redact } from '../parse/redact.ts'
import type { UploadDocument } from './upload-document.ts'

/**
 * Removes passwords and home directories from a document. Everybody who can read the run sees its config text, commands
 * and failure messages, so the CLI removes secrets before it sends a document and the server before it stores one.
 */
export function redactDocument<T extends Pick<UploadDocument, 'config' | 'results'>>(document: T): T {
  const { config, results } = document
  return {
    ...document,
    config: config.text === undefined ? config : { ...config, text: redact(config.text) },
    results: results.map((result) => ({
      ...result,
      ...(result.command === undefined ? {} : { command: redact(result.command) }),
      ...(result.statusReason === undefined ? {} : { statusReason: redact(result.statusReason) }),
    })),
  }
}
