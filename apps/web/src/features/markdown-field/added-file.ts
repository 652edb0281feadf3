import type { PastedImage } from '@assay/domain/publish/markdown/pasted/html-to-markdown'

/** A file that was pasted, dropped or chosen. */
export type AddedFile = {
  file: File
  /** Suggested alternative text; empty when there is none. */
  alt: string
  /** Markdown in the text that the file replaces; null for a file that is inserted at the cursor. */
  placeholder: string | null
}

export const addedFile = (file: File): AddedFile => ({ file, alt: '', placeholder: null })

/** The image of a pasted text as a file; null when its data URL is not base64. */
export function fileOfImage({ alt, dataUrl, placeholder }: PastedImage, number: number): AddedFile | null {
  const [, mediaType = '', ending = ''] = /^data:(image\/([a-z]+)[^;,]*);base64,/.exec(dataUrl) ?? []
  if (mediaType === '') return null
  try {
    const content = Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(',') + 1)), (one) => one.charCodeAt(0))
    return { file: new File([content], `image-${number}.${ending}`, { type: mediaType }), alt, placeholder }
  } catch {
    return null
  }
}
