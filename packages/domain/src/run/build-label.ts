/** Stated facts about a build; null and undefined both mean not stated. */
type BuildFacts = {
  name?: string | null | undefined
  compiler?: string | null | undefined
  compilerVersion?: string | null | undefined
  lto?: boolean | null | undefined
  flags?: string | null | undefined
  /** Profile-guided optimization. */
  pgo?: boolean | null | undefined
  /** Post-link optimization by BOLT. */
  bolt?: boolean | null | undefined
  /** Value of `-march`. */
  march?: string | null | undefined
  /** Memory allocator: `jemalloc 5.3`. */
  allocator?: string | null | undefined
  buildType?: string | null | undefined
  commit?: string | null | undefined
}

/** Value of the dimension `compiler` when the compiler is not stated. */
export const UNKNOWN_COMPILER = 'unknown'

/** Label of a build without any stated fact. */
export const UNSPECIFIED_BUILD = 'unspecified'

const LABEL_CHARACTERS = 120

/** Value of the dimension `compiler`: `gcc`, `clang+LTO`, with its version where known: `gcc 13.2`. */
export function compilerLabel({ compiler, compilerVersion, lto }: BuildFacts): string {
  if (compiler == null) return UNKNOWN_COMPILER
  return `${compiler}${lto === true ? '+LTO' : ''}${compilerVersion == null ? '' : ` ${compilerVersion}`}`
}

/**
 * Value of the dimension `flags`: compiler flags and optimizations other than LTO, which the compiler label has: `-O2
 * -march=native +PGO +BOLT jemalloc`. A `march` that the flags already state is not repeated.
 *
 * @returns null when nothing is known. Labels of more than 120 characters end in a checksum.
 */
export function flagsLabel(build: BuildFacts): string | null {
  const text = flagsText(build)
  return text === '' ? null : shorten(text)
}

function flagsText({ flags, march, pgo, bolt, allocator }: BuildFacts): string {
  const stated = (flags ?? '').trim().split(/\s+/)
  const parts = [
    ...stated,
    march == null || stated.includes(`-march=${march}`) ? '' : `-march=${march}`,
    pgo === true && !stated.includes('+PGO') ? '+PGO' : '',
    bolt === true && !stated.includes('+BOLT') ? '+BOLT' : '',
    allocator ?? '',
  ].filter((part) => part !== '')
  return parts.join(' ')
}

/**
 * Value of the dimension `build`: the given name, else compiler, flags, build type and commit, as far as known:
 * `clang+LTO 18.1 -O2 release 3ceba0b`. Builds of one version with equal labels are one build. A label of more than
 * 120 characters ends in a checksum of what was cut off.
 */
export function buildLabel(build: BuildFacts): string {
  if (build.name != null) return build.name
  const compiler =
    build.compiler == null ? [build.compilerVersion, build.lto === true ? 'LTO' : null] : [compilerLabel(build)]
  const { buildType, commit } = build
  const parts = [...compiler, flagsText(build), buildType, commit].filter((part) => part != null && part !== '')
  return parts.length === 0 ? UNSPECIFIED_BUILD : shorten(parts.join(' ').replaceAll(/\s+/g, ' ').trim())
}

/** The label of a build; null when nothing is stated about it. */
export function statedBuildLabel(build: BuildFacts): string | null {
  const label = buildLabel(build)
  return label === UNSPECIFIED_BUILD ? null : label
}

/**
 * The label of a build without the commit at its end, which the builds of many versions share: `clang+LTO 18.1 -O2
 * release`. A label without a commit, or with the checksum of a shortened label, is returned unchanged.
 */
export const buildLineOf = (label: string): string => label.replace(/ [0-9a-f]{7,64}$/, '')

function shorten(label: string): string {
  if (label.length <= LABEL_CHARACTERS) return label
  // A cut through a surrogate pair would leave half a character.
  const remaining = label.slice(0, LABEL_CHARACTERS - 10).replace(/[\ud800-\udbff]$/, '')
  return `${remaining}…${checksum(label)}`
}

/** FNV-1a, 32 bits, hex. A collision is not silent, because builds with one label and different facts are reported. */
function checksum(text: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
