import type { ReadWords } from './read-name.ts'

const COMPILERS: Readonly<Record<string, string>> = {
  gcc: 'gcc',
  'g++': 'gcc',
  clang: 'clang',
  'clang++': 'clang',
  icx: 'icx',
  icc: 'icc',
  msvc: 'msvc',
  aocc: 'aocc',
}
const COMPILER =
  /^(gcc|g\+\+|clang\+\+|clang|icx|icc|msvc|aocc)(?:[-_ ]?v?((?:20\d\d|\d{1,2})(?:\.\d{1,2}){0,2}))?(?![a-z\d])/i

/** A compiler, with its version where one follows: `gcc-13`, `clang18.1`. */
export function readCompiler(text: string): ReadWords | null {
  const found = COMPILER.exec(text)
  if (found === null) return null
  const [whole, spelled = '', version] = found
  const compiler = { field: 'compiler', value: COMPILERS[spelled.toLowerCase()] ?? spelled, confidence: 0.95 }
  const versions = version === undefined ? [] : [{ field: 'compilerVersion', value: version, confidence: 0.95 }]
  return { length: whole.length, facts: [compiler, ...versions] }
}

/** A level of optimization, `O2`, as the flag of the compiler. */
export function readOptimization(text: string): ReadWords | null {
  const [whole, level = ''] = /^-?O([0-3sgz]|fast)(?![a-z\d])/.exec(text) ?? []
  return whole === undefined
    ? null
    : { length: whole.length, facts: [{ field: 'flags', value: `-O${level}`, confidence: 0.9 }] }
}

/** The type of a build: `debug`, `RelWithDebInfo`. A version after `release-` is a release of the product instead. */
export function readBuildType(text: string): ReadWords | null {
  const [whole] = /^(?:debug|dbg|release|relwithdebinfo|asan|tsan|ubsan)(?![a-z\d])(?![-_. ]?v?\d)/i.exec(text) ?? []
  if (whole === undefined) return null
  const value = whole.toLowerCase().replace(/^dbg$/, 'debug')
  return { length: whole.length, facts: [{ field: 'buildType', value, confidence: 0.9 }] }
}

/** Optimization by a profile or after linking: `pgo`, `nopgo`, `bolt`. */
export function readProfileOptimization(text: string): ReadWords | null {
  const [whole, no, kind = ''] = /^(no[-_]?)?(pgo|bolt)(?![a-z\d])/i.exec(text) ?? []
  if (whole === undefined) return null
  const fact = { field: kind.toLowerCase(), value: String(no === undefined), confidence: 0.9 }
  return { length: whole.length, facts: [fact] }
}

const MARCH =
  /^march[-_=]?(native|x86-64(?:-v[234])?|znver\d|haswell|broadwell|skylake(?:-avx512)?|icelake-server|sapphirerapids|armv[89](?:\.\d)?-a)(?![a-z\d])/i

/** The processor that a build is made for: `march-native`, `march=x86-64-v3`. */
export function readMarch(text: string): ReadWords | null {
  const [whole, value = ''] = MARCH.exec(text) ?? []
  if (whole === undefined) return null
  return { length: whole.length, facts: [{ field: 'march', value: value.toLowerCase(), confidence: 0.95 }] }
}

/** A memory allocator, with its version where one follows: `jemalloc`, `tcmalloc-2.15`. */
export function readAllocator(text: string): ReadWords | null {
  const [whole, name = '', version] =
    /^(jemalloc|tcmalloc|mimalloc|snmalloc|glibc-?malloc|ptmalloc\d?|glibc(?![-_.]?v?\d))(?:[-_]?v?(\d{1,2}(?:\.\d{1,2}){1,2}))?(?![a-z\d])/i.exec(
      text,
    ) ?? []
  if (whole === undefined) return null
  const value = [name.toLowerCase(), ...(version === undefined ? [] : [version])].join(' ')
  return { length: whole.length, facts: [{ field: 'allocator', value, confidence: 0.9 }] }
}

/** Link-time optimization: `lto`, `thinlto`, `nolto`. */
export function readLinkTimeOptimization(text: string): ReadWords | null {
  const [whole, no, thin] = /^(no[-_]?)?(thin[-_]?|full[-_]?)?lto(?![a-z\d])/i.exec(text) ?? []
  if (whole === undefined) return null
  const lto = { field: 'lto', value: String(no === undefined), confidence: 0.95 }
  const flags =
    thin === undefined
      ? []
      : [{ field: 'flags', value: `-flto=${thin.replace(/[-_]/, '').toLowerCase()}`, confidence: 0.9 }]
  return { length: whole.length, facts: [lto, ...flags] }
}
