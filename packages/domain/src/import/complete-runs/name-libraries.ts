import { plainPathOf } from '../fields.ts'
import type { ImportContext } from '../import-context.ts'
import type { CommonRun } from './run-evidence.ts'

/** Benchmarks of any program, which is most often a library and no database. */
const OF_PROGRAMS = /^(?:criterion|google benchmark|jmh|hyperfine)$/i

/** The name of a package and its version or commit: `mylib-1.2.0`, `json_parser@v2.0`, `mylib-abc1234`. */
const PACKAGE =
  /^([a-z][a-z+#]*(?:[-_.][a-z][a-z\d+#]*)*)[-_@ ]v?(\d{1,4}(?:\.\d{1,4}){1,3}(?:-?(?:rc|beta|alpha)[.-]?\d{0,3})?|[0-9a-f]{7,40})$/i

const CONFIDENCE = 0.85

/**
 * Takes the names of folders for packages where a benchmark measures any program: `mylib-1.2.0` and `mylib-1.3.0` are two
 * versions of mylib. For benchmarks of databases such a word may be anything, and stays a question.
 */
export function nameLibraries(runs: readonly CommonRun[], { evidence }: ImportContext): readonly CommonRun[] {
  return runs.map((run) => {
    const { draft, parts } = run
    const { fields, origins, results } = draft
    if (!OF_PROGRAMS.test(draft.benchmark) || fields.product !== undefined) return run
    const [from = ''] = [...draft.paths].sort()
    const uncertain = results.flatMap(({ location }) => evidence.get(location.path)?.uncertain ?? [])
    const versions = [fields.version, fields.commit, ...uncertain.map(({ value }) => value)]
    const named = plainPathOf(from)
      .split('/')
      .flatMap((segment) => {
        const [, product = '', version = ''] = PACKAGE.exec(segment) ?? []
        // Versions are known without the dash before rc1.
        const known = versions.find((one) => one === version.toLowerCase().replace(/-(?=[a-z])/, ''))
        return known !== undefined && parts.some(({ text }) => text === product) ? [{ product, version: known }] : []
      })
    const [found, ...others] = named
    if (found === undefined || others.length > 0) return run
    const origin = { source: 'folder' as const, from, confidence: CONFIDENCE }
    draft.fields = { ...fields, product: found.product, version: fields.version ?? found.version }
    draft.origins = { version: origin, ...origins, product: origin }
    return { ...run, parts: parts.filter(({ text }) => text !== found.product) }
  })
}
