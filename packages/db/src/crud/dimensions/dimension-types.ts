import type { RunSummary } from '../../hot/runs/run-types.ts'

export type Build = {
  id: string
  product: string
  version: string
  /** Label of the dimension `build`: the given name, or a name made of the components. */
  name: string
  /** Label of the dimension `compiler`, such as `clang+LTO 18.1`. */
  compilerLabel: string
  compiler: string | null
  compilerVersion: string | null
  lto: boolean | null
  flags: string | null
  pgo: boolean | null
  bolt: boolean | null
  march: string | null
  allocator: string | null
  buildType: string | null
  commit: string | null
  binarySha256: string | null
}

export type Config = {
  id: string
  product: string
  name: string
  text: string | null
  settings: Record<string, string>
}

export type SizeClass = 'small' | 'medium' | 'large'

export type Hardware = {
  id: string
  name: string
  cpu: string | null
  cores: number | null
  /** small below 10 cores, medium from 10 to 20, large above; null if the number is unknown. */
  sizeClass: SizeClass | null
  smt: boolean | null
  sockets: number | null
  memoryGb: number | null
  storage: string | null
  fileSystem: string | null
  os: string | null
  kernel: string | null
  cloudType: string | null
}

/** A build, config or machine with its newest runs, at most 200, and the number of all its runs. */
export type WithRuns<T> = T & { runs: RunSummary[]; runCount: number }
