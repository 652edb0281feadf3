import type { Build } from '../../trpc/api-types.ts'
import type { Fact } from '../../ui/facts.tsx'

/** Facts of a build, the most frequently needed first. */
export const buildFacts = (build: Build): Fact[] => [
  { name: 'Version', value: `${build.product} ${build.version}` },
  { name: 'Build', value: build.name },
  { name: 'Compiler', value: [build.compiler, build.compilerVersion].filter(Boolean).join(' ') },
  { name: 'LTO', value: yesOrNo(build.lto) },
  { name: 'PGO', value: yesOrNo(build.pgo) },
  { name: 'BOLT', value: yesOrNo(build.bolt) },
  { name: 'Flags', value: build.flags && <code>{build.flags}</code> },
  { name: '-march', value: build.march && <code>{build.march}</code> },
  { name: 'Allocator', value: build.allocator },
  { name: 'Build type', value: build.buildType },
  { name: 'Commit', value: build.commit && <code>{build.commit}</code> },
  { name: 'Binary', value: build.binarySha256 && <code>sha256 {build.binarySha256.slice(0, 16)}…</code> },
]

const yesOrNo = (known: boolean | null): string | null => (known === null ? null : known ? 'yes' : 'no')
