import type { ImportPaths } from './import-paths.ts'
import { type RawInput, textOf } from './raw-input.ts'

/**
 * The files for the importer. Each text is read on demand and only the last one is cached, so that gigabytes of output
 * do not need gigabytes of memory. A file that cannot be read counts as empty and is reported.
 */
export function lazyTexts(paths: ImportPaths, unreadable: Map<string, string>): { path: string; text: string }[] {
  let last = { path: '', text: '' }
  const read = (path: string, input: RawInput): string => {
    if (last.path === path) return last.text
    const text = textOf(input)
    if (!text.ok) unreadable.set(path, text.why)
    last = { path, text: text.ok ? text.text : '' }
    return last.text
  }
  return [...paths.all].map(([path, input]) => ({
    path,
    get text() {
      return read(path, input)
    },
  }))
}
