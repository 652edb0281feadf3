import { showBidiControls } from '../../json/readable-text.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * Escapes text for use between tags and inside quoted attributes. Control characters that reorder text (Unicode bidi
 * controls) are shown by their codes.
 */
export function escapeHtml(text: string): string {
  return showBidiControls(text).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
