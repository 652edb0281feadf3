import type { Where } from './read-glossary.ts'

/** A name or a text in which forbidden words are searched. */
export type Name = { where: Where; text: string; file: string; line: number }

const EXPORT =
  /^export (?:default )?(?:declare )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|type|interface) (\w+)/
const CONSTANT = /^(?:export )?const ([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b/
const VARIABLE = /\b(?:const|let) (\w+)\b/
const FIRST_PARAMETER = /\((\w+)(?:\??: [A-Z{a-z]|\) =>)/g
const REST_ROUTE = /['"`](\/api\/v1\/[^'"`]+)['"`]/
const PAGES = 'apps/web/src/app/'
const COMMENT = /^\s*(?:\/\/|\/\*|\*|\{\/\*)/

/**
 * Exported names, upper-case constants, variables with first parameters, REST routes and lines with text for people of
 * one source file.
 */
export function namesOfSource(file: string, source: string): Name[] {
  return source.split('\n').flatMap((line, index) => {
    if (COMMENT.test(line)) return []
    const found: [Where, string | undefined][] = [
      ['exports', EXPORT.exec(line)?.[1]],
      ['constants', CONSTANT.exec(line)?.[1]],
      ['variables', VARIABLE.exec(line)?.[1]],
      ...[...line.matchAll(FIRST_PARAMETER)].map(([, name]): [Where, string | undefined] => ['variables', name]),
      ['routes', REST_ROUTE.exec(line)?.[1]],
      ['strings', file.includes('.test.') ? undefined : line],
    ]
    return found.flatMap(([where, text]) => (text === undefined ? [] : [{ where, text, file, line: index + 1 }]))
  })
}

/** Names of models, fields, tables and columns in schema.prisma. */
export function namesOfSchema(file: string, source: string): Name[] {
  return source.split('\n').flatMap((line, index) => {
    const names = [
      /^(?:model|enum) (\w+)/.exec(line)?.[1],
      /^ {2}(\w+) +\w/.exec(line)?.[1],
      /map\("(\w+)"\)/.exec(line)?.[1],
    ]
    return names.flatMap((text): Name[] =>
      text === undefined ? [] : [{ where: 'tables', text, file, line: index + 1 }],
    )
  })
}

/**
 * Returns names of files and folders, each once, and the pages of the web application: a segment of the address for
 * each folder below apps/web/src/app.
 */
export function namesOfPaths(files: readonly string[]): Name[] {
  const paths = new Set<string>()
  for (const file of files) {
    for (let end = file.indexOf('/'); end !== -1; end = file.indexOf('/', end + 1)) paths.add(file.slice(0, end))
    paths.add(file)
  }
  return [...paths].map((path) => ({
    where: path.startsWith(PAGES) && !/\.\w+$/.test(path) ? 'routes' : 'files',
    text: path.slice(path.lastIndexOf('/') + 1),
    file: path,
    line: 1,
  }))
}
