import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { mutations } from '@assay/testing/import/mutations'
import { recordedFolders, WRITTEN_FOLDERS } from '@assay/testing/import/recorded-fixture-folders'
import { SYSBENCH_REPORT } from '@assay/testing/import/sysbench-report-text'
import fc from 'fast-check'
import { pack } from 'tar-stream'

/** An entry of a folder, by its path below it. */
export type HostileEntry =
  | { kind: 'file'; path: string; bytes: Buffer }
  | { kind: 'link'; path: string; target: string }
  | { kind: 'pipe'; path: string }
  | { kind: 'tar'; path: string; members: readonly { name: string; type?: 'symlink'; text: string }[] }

/** A step with the archive's names, so that a folder contains complete runs next to damaged ones. */
const STEP = 'set/x.my8044_rel.z12a_c8r32.pk1/sb.o.point-query.range100.pk1.dop2'
const FAILED =
  "sysbench 1.0.20 (using system LuaJIT 2.1.0)\n\nNumber of threads: 4\nFATAL: unable to connect to MySQL server on socket '/var/run/mysqld/mysqld.sock', aborting...\nFATAL: error 2002\n"
const RECORD = {
  ...{ assayExec: 1, test: 't', testGiven: false, command: 'sysbench t run', outcome: 'finished', sampleSeconds: 1 },
  ...{ startedAt: '2026-01-02T03:04:05.000Z', files: { output: '../../../etc/passwd' }, facts: {} },
}

const file = (path: string, text: string | Uint8Array): HostileEntry => ({
  kind: 'file',
  path,
  bytes: Buffer.from(text),
})

const recorded = [...recordedFolders(), ...WRITTEN_FOLDERS].flat()
const damaged = fc.tuple(fc.constantFrom(...recorded), mutations).map(([{ path, text }, changes]) =>
  file(
    path,
    changes.reduce((changed, change) => change(changed), text),
  ),
)

const whole = fc.constantFrom(
  file(STEP, SYSBENCH_REPORT),
  file(STEP.replace('my8044', 'my8407'), SYSBENCH_REPORT.replace('(500.00 per', '(-500.00 per')),
  file(STEP.replace('my8044', 'my9500'), FAILED),
  file('run/t.exec.json', JSON.stringify(RECORD)),
  file('run/t.txt', ''),
)

const odd = fc.oneof(
  fc.constantFrom('empty.txt', `${STEP}.gz`, 'report.tsv').map((path) => file(path, '')),
  fc.uint8Array({ maxLength: 3_000 }).map((bytes) => file('binary.out', bytes)),
  fc.nat(400).map((length) => file('cut.txt.gz', gzipSync(SYSBENCH_REPORT).subarray(0, length))),
  fc.uint8Array({ maxLength: 600 }).map((bytes) => file('damaged.tar.gz', gzipSync(bytes))),
  fc
    .constantFrom('name with blanks.txt', 'line\nbreak.txt', 'ä\u{1F600}.out', '-n', '--help', 'x'.repeat(200))
    .map((path) => file(path, SYSBENCH_REPORT)),
  fc.integer({ min: 1, max: 60 }).map((depth) => file(`${'a/'.repeat(depth)}out.txt`, FAILED)),
)

const links = fc.oneof(
  fc
    .constantFrom('.', '..', 'loop', '/', '/dev/zero', '/dev/stdin', '/proc/self/mem', '/nowhere', './deep/../deep')
    .map((target): HostileEntry => ({ kind: 'link', path: target === './deep/../deep' ? 'deep' : 'loop', target })),
  fc.constant<HostileEntry>({ kind: 'pipe', path: 'pipe.txt' }),
)

const archives = fc
  .array(
    fc.constantFrom(
      { name: '/etc/absolute.txt', text: SYSBENCH_REPORT },
      { name: '../above.txt', text: FAILED },
      { name: 'link.txt', type: 'symlink' as const, text: '' },
      { name: STEP, text: SYSBENCH_REPORT },
      { name: '', text: 'nothing' },
    ),
    { maxLength: 4 },
  )
  .map((members): HostileEntry => ({ kind: 'tar', path: 'packed.tar', members }))

/** A folder with entries that were copied, truncated, linked or invented. */
export const hostileFolder: fc.Arbitrary<readonly HostileEntry[]> = fc.uniqueArray(
  fc.oneof(
    { arbitrary: damaged, weight: 6 },
    { arbitrary: whole, weight: 3 },
    { arbitrary: odd, weight: 3 },
    { arbitrary: links, weight: 3 },
    { arbitrary: archives, weight: 1 },
  ),
  { minLength: 1, maxLength: 8, selector: ({ path }) => path },
)

/** Writes the folder; entries that the file system cannot store (a file where a folder is) are left out. */
export async function writeHostileFolder(directory: string, entries: readonly HostileEntry[]): Promise<void> {
  for (const entry of entries) {
    const path = join(directory, entry.path)
    try {
      await mkdir(dirname(path), { recursive: true })
      await write(path, entry)
    } catch (cause) {
      if (!(cause instanceof Error && 'code' in cause)) throw cause
    }
  }
}

async function write(path: string, entry: HostileEntry): Promise<void> {
  switch (entry.kind) {
    case 'file':
      return writeFile(path, entry.bytes)
    case 'link':
      return symlink(entry.target, path)
    case 'pipe':
      await promisify(execFile)('mkfifo', [path])
      return
    case 'tar': {
      const tar = pack()
      for (const { name, type, text } of entry.members) {
        if (type === undefined) tar.entry({ name }, text)
        else tar.entry({ name, type, linkname: '/etc/passwd' })
      }
      tar.finalize()
      await pipeline(tar, createWriteStream(path))
    }
  }
}
