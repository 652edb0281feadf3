import { z } from 'zod'
import type { ContentType } from './content-type.ts'

// A text refers to an attachment by a relative address, `attachments/plan-3f2a9c1b04de.png`. The name has the first 12
// digits of the SHA-256 of the content, so it stays the same in every export and in a git repository.

/** Maximum size of one attachment. */
export const MAX_ATTACHMENT_BYTES = 5_000_000
/** Maximum size of all attachments of one text, because an export contains them. */
export const MAX_ATTACHMENTS_BYTES = 20_000_000
/** Maximum number of attachments of one text. */
export const MAX_ATTACHMENTS = 200

const HASH_DIGITS = 12
const NAME = `[a-z0-9][a-z0-9-]{0,59}-[0-9a-f]{${HASH_DIGITS}}\\.[a-z0-9]{1,5}`

export const AttachmentName = z.string().regex(new RegExp(`^${NAME}$`), 'is not the name of an attachment')

export const Attachment = z.object({
  name: AttachmentName,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  mediaType: z.string().max(100),
  sizeBytes: z.int().min(0),
  /** Hash of the source of a diagram, which this is the drawing of; absent for other files. */
  diagram: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
})
export type Attachment = z.infer<typeof Attachment>

/** An attachment with its content in base64. */
export type AttachmentFile = Attachment & { content: string }

/** The name of an attachment: words of the file name, digits of its hash, and the extension of its content. */
export function attachmentName(fileName: string, sha256: string, { extension }: ContentType): string {
  const words = fileName
    .replace(/^.*[/\\]/, '')
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '')
  return `${words === '' ? 'file' : words}-${sha256.slice(0, HASH_DIGITS)}.${extension}`
}

/** True when a name has the digits of this hash. */
export const isNameOf = (name: string, sha256: string): boolean =>
  AttachmentName.safeParse(name).success &&
  name.slice(name.lastIndexOf('-') + 1).startsWith(sha256.slice(0, HASH_DIGITS))

export const isImage = ({ mediaType }: Pick<Attachment, 'mediaType'>): boolean => mediaType.startsWith('image/')

/** The names of the attachments that a text refers to, each once. */
export const attachmentNamesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(new RegExp(`\\battachments/(${NAME})`, 'g'))].map(([, name]) => name ?? '')),
]

/** The address of an attachment in a text. */
export const attachmentAddress = (name: string): string => `attachments/${name}`

/** Markdown that shows an image, or links to another file. Brackets in the words are escaped. */
export function attachmentMarkdown(attachment: Pick<Attachment, 'name' | 'mediaType'>, words: string): string {
  const escaped = words
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\[\]`*_<>$!]/g, '\\$&')
  return `${isImage(attachment) ? '!' : ''}[${escaped}](${attachmentAddress(attachment.name)})`
}

/**
 * Replaces the relative addresses of attachments in markup of `renderSpec`. Text cannot contain these tags, because it
 * is escaped.
 *
 * @param addressOf the address for the reader of this page; null for an attachment that is not there, which becomes its
 *   words
 */
export function withAttachments(html: string, addressOf: (name: string) => string | null): string {
  if (!html.includes('"attachments/')) return html
  return html
    .replaceAll(IMAGE, (_, name: string, rest: string) => {
      const address = addressOf(name)
      const alt = /\balt="([^"]*)"/.exec(rest)?.[1] ?? ''
      return address === null ? `<em>${alt === '' ? name : alt} (missing image)</em>` : `<img src="${address}"${rest}>`
    })
    .replaceAll(LINK, (_, name: string, rest: string, words: string) => {
      const address = addressOf(name)
      return address === null ? `${words} (missing file)` : `<a href="${address}"${rest}>${words}</a>`
    })
}

const IMAGE = new RegExp(`<img src="attachments/(${NAME})"([^>]*)>`, 'g')
const LINK = new RegExp(`<a href="attachments/(${NAME})"([^>]*)>(.*?)</a>`, 'gs')
