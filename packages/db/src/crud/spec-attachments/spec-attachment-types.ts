import type { Attachment, AttachmentFile } from '@assay/domain/specs/attachments/attachment'

export type SpecAttachmentQueries = {
  /** Stores a file that no text uses yet; the same file again changes nothing. */
  add(file: AttachmentFile, uploaderKey: string): Promise<void>
  /** Reads a file that a caller uploaded and no text uses yet; null for files of others. */
  findOwn(name: string, uploaderKey: string): Promise<AttachmentFile | null>
  /** Reads an attachment of any revision of a spec, or of one revision; null for a name that none of them has. */
  findIn(specId: string, name: string, revision?: number): Promise<AttachmentFile | null>
  /** Reads files with their content, for an export; names that are not there are left out. */
  contents(names: readonly string[]): Promise<AttachmentFile[]>
  /** Describes the files of these names that the caller may use in a text: own uploads, and files of the given text. */
  describe(names: readonly string[], uploaderKey: string, before: readonly Attachment[]): Promise<Attachment[]>
}
