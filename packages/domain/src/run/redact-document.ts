import { redact } from '../parse/redact.ts'
import type { UploadDocument } from './upload-document.ts'

/**
 * The document without passwords and home paths. Config text, commands and the reasons of failures are shown to whoever
 * reads the run, so the CLI removes secrets before it sends a document and the server before it stores one.
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
