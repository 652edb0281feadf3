import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ExecRecord } from '@assay/domain/import/exec-record'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CommandIo } from '../command-io.ts'
import { EXIT } from '../exit-code.ts'
import { FakeServer, TOKEN } from '../testing/fake-server.ts'
import { writeFakeSysbench } from '../testing/fake-sysbench.ts'
import { runCli } from '../testing/run-cli.ts'

let server: FakeServer
let directory: string
let variables: Record<string, string>
let sysbench: string

beforeEach(async () => {
  server = await FakeServer.start()
  directory = await mkdtemp(join(tmpdir(), 'assay-exec-'))
  sysbench = join(directory, 'bin', 'sysbench')
  await mkdir(join(directory, 'bin'))
  variables = {
    ASSAY_URL: server.url,
    ASSAY_TOKEN: TOKEN,
    ASSAY_SPOOL_DIR: join(directory, 'spool'),
    ASSAY_DATA_DIR: join(directory, 'data'),
    PATH: process.env.PATH ?? '',
  }
})

afterEach(async () => {
  await server.stop()
  await rm(directory, { recursive: true })
})

const results = () => join(directory, 'results')
const FACTS = ['--product', 'Postgres', '--version', '18.0', '--config', 'x10b', '--workload', 'small']

const cli = (argv: readonly string[], changes: Partial<CommandIo> = {}) => runCli(argv, variables, changes)
const exec = (flags: readonly string[], command: readonly string[], changes: Partial<CommandIo> = {}) =>
  cli(['exec', '--dir', results(), ...flags, '--', ...command], changes)

async function record(stem: string): Promise<ExecRecord> {
  return ExecRecord.parse(JSON.parse(await readFile(join(results(), `${stem}.exec.json`), 'utf8')))
}

const OPTIONS = ['oltp_point_select', '--threads=2', '--tables=4', '--table-size=10000', 'run']

test('a benchmark is run, displayed and uploaded; pushing its folder again gives the same run', async () => {
  // Two pipes that are written at once may be read in either order, so the line on standard error comes a second
  // earlier.
  await writeFakeSysbench(sysbench, { before: 'echo to the eye >&2; sleep 1' })
  const { code, out, log } = await exec([...FACTS, '--project', 'lab'], [sysbench, ...OPTIONS])
  expect([code, out.split('\n')[0]], log).toEqual([EXIT.ok, 'sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)'])
  expect(out).not.toMatch(/assay|stored/) // Standard output contains only the benchmark's output.
  expect(log).toMatch(
    /to the eye[\s\S]*oltp_point_select finished after .* s[\s\S]*1 run with 1 result[\s\S]*1 run stored\./,
  )
  expect(server.runs.size).toBe(1)
  const again = await cli(['push', results(), '--project', 'lab'])
  expect([again.code, again.log]).toEqual([EXIT.ok, '1 run stored (1 of them before).\n'])
  const output = await readFile(join(results(), 'oltp_point_select.t2.txt'), 'utf8')
  expect(output).toContain('to the eye\n')
  expect(output).toContain(out)
})

test('the trace in which the benchmark was started is stored with the run', async () => {
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
  await writeFakeSysbench(sysbench)
  variables.TRACEPARENT = `00-${trace}-00f067aa0ba902b7-01`
  await exec([...FACTS, '--no-upload'], [sysbench, ...OPTIONS])
  expect((await record('oltp_point_select.t2')).traceId).toBe(trace)
  const { out } = await cli(['parse', '--json', results()])
  expect(out).toContain(`"traceIds":["${trace}"]`)
})

test('the record contains command, product and machine, without secrets', async () => {
  await writeFakeSysbench(sysbench)
  await exec([...FACTS, '--no-upload'], [sysbench, '--pgsql-password=geheim', ...OPTIONS])
  expect(await record('oltp_point_select.t2')).toMatchObject({
    outcome: 'finished',
    exitCode: 0,
    clients: 2,
    command: expect.stringMatching(/bin\/sysbench --pgsql-password=\*\*\* oltp_point_select/),
    facts: { product: 'Postgres', version: '18.0', config: { name: 'x10b' }, workload: 'small' },
  })
  for (const name of await readdir(results())) {
    expect(await readFile(join(results(), name), 'utf8')).not.toContain('geheim')
  }
  expect(server.requests).toEqual([])
})

test.skipIf(process.platform !== 'linux')(
  'vmstat and iostat are recorded by their programs, or from /proc without them',
  async () => {
    await writeFakeSysbench(sysbench, { before: 'sleep 2.5' })
    // In this folder iostat is missing, and vmstat does not know the flags.
    const other = join(directory, 'other')
    await mkdir(other)
    await writeFile(join(other, 'vmstat'), '#!/bin/bash\necho usage >&2\nexit 1\n', { mode: 0o755 })
    const withPrograms = exec([...FACTS, '--no-upload', '--test', 'a'], [sysbench, ...OPTIONS])
    const alone = runCli(
      ['exec', '--dir', join(directory, 'proc'), ...FACTS, '--no-upload', '--', sysbench, ...OPTIONS],
      { ...variables, PATH: other },
    )
    const [one, two] = await Promise.all([withPrograms, alone])
    expect(two.log).toContain('with vmstat from /proc, iostat from /proc')
    for (const [dir, stem, ran] of [
      [results(), 'a.t2', one],
      [join(directory, 'proc'), 'oltp_point_select.t2', two],
    ] as const) {
      expect(ran.log).toContain('read from 4 files.')
      expect(ran.log).not.toContain('not understood')
      expect((await stat(join(dir, `${stem}.iostat.txt`))).size).toBeGreaterThan(100)
      const { out } = await cli(['parse', dir, '--json'])
      const [document] = JSON.parse(out)
      expect(document.metricNames).toEqual(expect.arrayContaining(['qps', 'cs/o', 'cpu/o', 'cpu_us/o']))
      const [{ samples }] = document.results
      expect(
        samples.find((series: { metric: string }) => series.metric === 'cs/s').values.length,
      ).toBeGreaterThanOrEqual(1)
    }
  },
)

test('the exit code of a failed benchmark is passed on, and nothing is uploaded', async () => {
  await writeFakeSysbench(sysbench, { exitCode: 42 })
  const { code, log } = await exec([...FACTS, '--project', 'lab'], [sysbench, ...OPTIONS])
  expect([code, server.runs.size]).toEqual([42, 0])
  expect(log).toContain('ended with exit code 42')
  const pushed = await cli(['push', results(), '--project', 'lab'])
  expect([pushed.code, server.runs.size]).toEqual([EXIT.ok, 1])
  expect(pushed.out).toContain('1 result failed')
})

test('a benchmark that a signal ended exits 128 + n', async () => {
  const { code, log } = await exec([...FACTS, '--no-upload'], ['bash', '-c', 'kill -SEGV $$'])
  expect([code, log]).toEqual([139, expect.stringContaining('killed by SIGSEGV')])
})

test('Ctrl-C ends the benchmark with all its processes, and the partial result stays, marked as interrupted', async () => {
  const interrupt = new AbortController()
  const pidFile = join(directory, 'pid')
  // A background child ignores SIGINT; it must not survive.
  await writeFakeSysbench(sysbench, { before: `sleep 600 & echo $! > ${pidFile}; echo begun; wait` })
  const out = {
    async write(text: string) {
      if (text.includes('begun')) interrupt.abort()
    },
  }
  const { code, log } = await exec([...FACTS, '--project', 'lab'], [sysbench, ...OPTIONS], {
    out,
    catchInterrupts: () => interrupt.signal,
  })
  expect([code, server.requests]).toEqual([EXIT.interrupted, []])
  expect(log).toContain('was interrupted')
  expect(await record('oltp_point_select.t2')).toMatchObject({ outcome: 'interrupted' })
  expect(await readFile(join(results(), 'oltp_point_select.t2.txt'), 'utf8')).toContain('begun\n')
  const pid = Number(await readFile(pidFile, 'utf8'))
  await expect.poll(() => isAlive(pid)).toBe(false)
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a missing program exits 127, one that cannot be started 126, and neither leaves a folder', async () => {
  const missing = await exec(['--no-upload'], ['/nowhere/bench'])
  expect([missing.code, missing.log]).toEqual([127, expect.stringContaining('There is no program /nowhere/bench.')])
  const plainFile = await exec(['--no-upload'], ['/etc/passwd'])
  expect([plainFile.code, plainFile.log]).toEqual([126, expect.stringContaining('not executable')])
  await expect(readdir(results())).rejects.toThrow('ENOENT')
})

test('without a server the run stays in the spool with exit code 3, and assay spool flush sends it', async () => {
  await writeFakeSysbench(sysbench)
  const { url } = server
  const closed = await FakeServer.start()
  variables.ASSAY_URL = closed.url
  await closed.stop()
  expect((await exec([...FACTS, '--project', 'lab'], [sysbench, ...OPTIONS])).code).toBe(EXIT.pending)
  variables.ASSAY_URL = url
  expect((await cli(['spool', 'flush', '--any-server'])).code).toBe(EXIT.ok)
  expect(server.runs.size).toBe(1)
})

test('steps of one folder are one run; a duplicate step is refused before it is run', async () => {
  await writeFakeSysbench(sysbench)
  for (const name of ['oltp_point_select', 'oltp_read_only']) {
    await exec([...FACTS, '--no-upload'], [sysbench, name, ...OPTIONS.slice(1)])
  }
  const { out } = await cli(['parse', results()])
  expect(out).toContain('1 run with 2 results')
  const again = await exec([...FACTS, '--no-upload'], [sysbench, ...OPTIONS])
  expect([again.code, again.log]).toEqual([EXIT.usage, expect.stringContaining('is there already')])
  expect(again.out).toBe('')
})

test('the benchmark can add files to the folder and cannot see the token of Assay', async () => {
  await writeFakeSysbench(sysbench, { before: 'env | grep ^ASSAY | sort > "$ASSAY_RESULT_DIR/env.log"' })
  await exec([...FACTS, '--no-upload'], [sysbench, ...OPTIONS])
  const seen = await readFile(join(results(), 'env.log'), 'utf8')
  expect(seen).toContain(`ASSAY_RESULT_DIR=${results()}`)
  expect(seen).not.toMatch(/TOKEN|ASSAY_SERVER/)
})

test('output of an unknown format is kept, nothing is uploaded, and a mapping of its JSON stores the run', async () => {
  const { code, log } = await exec([...FACTS, '--project', 'lab'], ['sh', '-c', 'echo \'{"t":"get","ops":5}\''])
  const output = join(results(), 'sh.txt')
  expect([code, server.runs.size], log).toEqual([EXIT.refused, 0])
  expect(log).toContain(`saved in ${output}, and nothing is uploaded`)
  expect(log).toContain(`${output}.mapping.yaml`)
  const mapping = 'schemaVersion: 1\nrows: $\ncolumns: { t: test, ops: { metric: ops/s } }\nset: { benchmark: mine }\n'
  await writeFile(`${output}.mapping.yaml`, mapping)
  const pushed = await cli(['push', results(), '--project', 'lab'])
  expect([pushed.code, server.runs.size], pushed.log).toEqual([EXIT.ok, 1])
})

test('usage errors are reported before the benchmark starts', async () => {
  const unnamed = await exec([], ['true'])
  expect([unnamed.code, unnamed.log]).toEqual([EXIT.usage, expect.stringContaining('Name the project')])
  const address = await exec(['--no-upload', '--server', 'box'], ['true'])
  expect([address.code, address.log]).toEqual([EXIT.usage, expect.stringContaining('must be an address')])
  const password = await exec(['--no-upload', '--server', 'postgres://me:geheim@box/db'], ['true'])
  expect([password.code, password.log]).toEqual([EXIT.usage, expect.stringContaining('ASSAY_SERVER')])
  expect(password.log).not.toContain('geheim')
})
