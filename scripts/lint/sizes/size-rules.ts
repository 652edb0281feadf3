/** Maximum lines of a source file. */
export const MAX_LINES = 300
/** Maximum width of the prose of documents. */
export const MAX_WIDTH = 120

/** Names that a framework or a convention gives to many files: routes of Next, tRPC routers, tests. */
const SHARED_NAMES =
  /^(?:page|layout|route|loading|error|not-found|router|index)\.tsx?$|\.(?:test|e2e)\.tsx?$|^(?:next|vitest|playwright)\./

/** A link or code cannot be broken, so a line that consists of one may be wider. */
const UNBREAKABLE = /`[^`]+`|\[[^\]]*\]\([^)]*\)|<https?:[^>]+>/g

export function findLongFile(file: string, source: string): string[] {
  const lines = source.replace(/\n$/, '').split('\n').length
  if (lines <= MAX_LINES) return []
  return [`${file} has ${lines} lines, ${MAX_LINES} are allowed: move what has another subject into a file of its own`]
}

/** Lines of prose that are too wide. Tables, code and headings are not prose. */
export function findWideLines(file: string, document: string): string[] {
  let isCode = false
  return document.split('\n').flatMap((line, index) => {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode
    const width = [...line].length
    if (isCode || width <= MAX_WIDTH || /^\s*[|#]/.test(line)) return []
    const breaks = line
      .trim()
      .replace(/^(?:[-*] |\d+[.)] )?(?:\d{3} )?/, '')
      .replace(UNBREAKABLE, 'x')
      .slice(0, MAX_WIDTH)
    if (!breaks.includes(' ')) return []
    return [`${file}:${index + 1} has ${width} characters, ${MAX_WIDTH} are allowed: wrap the paragraph`]
  })
}

/** Two files with one name cannot be distinguished in a search or in an editor. */
export function findEqualNames(files: readonly string[]): string[] {
  const byName = Map.groupBy(files, (file) => file.slice(file.lastIndexOf('/') + 1))
  return [...byName]
    .filter(([name, own]) => own.length > 1 && !SHARED_NAMES.test(name))
    .map(([, own]) => `${own.join(' and ')} have the same name: name each by what it does`)
}
