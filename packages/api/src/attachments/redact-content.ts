import { redact } from '@assay/domain/parse/redact'

/** Removes passwords and home paths from text; binary content is stored as it was sent. */
export function redactContent(content: Buffer): Buffer {
  if (content.includes(0)) return content
  const text = content.toString('utf8')
  const redacted = redact(text)
  return redacted === text ? content : Buffer.from(redacted, 'utf8')
}
