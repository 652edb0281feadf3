import { parseBpftrace } from '@assay/domain/companion-files/histograms/parse-bpftrace'
import { parseDstat } from '@assay/domain/companion-files/series/parse-dstat'
import { parsePidstat } from '@assay/domain/companion-files/series/parse-pidstat'
import { parsePrometheus } from '@assay/domain/companion-files/series/parse-prometheus'
import { parseSar } from '@assay/domain/companion-files/series/parse-sar'
import { parseTurbostat } from '@assay/domain/companion-files/series/parse-turbostat'
import fc from 'fast-check'
import { type GeneratedFormat, pretty, replaced } from './generated-format.ts'

/** Whole percents of a machine, which add up to 100. */
export const shares = fc
  .tuple(fc.nat(40), fc.nat(30), fc.nat(10))
  .map(([user, system, wait]) => ({ user, system, wait, idle: 100 - user - system - wait }))

export const samples = fc.array(fc.tuple(shares, fc.integer({ min: 1, max: 99_999 })), { minLength: 2, maxLength: 12 })

export const clock = (second: number) => `10:00:${String(second).padStart(2, '0')}`

const sar: GeneratedFormat = {
  name: 'sar',
  parse: parseSar,
  valid: samples.map((rows) =>
    [
      'Linux 6.1.0 (bench) \t11/24/26 \t_x86_64_\t(2 CPU)',
      '',
      '10:00:00        CPU     %user     %nice   %system   %iowait    %steal     %idle',
      ...rows.map(
        ([cpu], i) =>
          `${clock(i + 1)}        all     ${cpu.user}.00      0.00     ${cpu.system}.00      ${cpu.wait}.00      0.00     ${cpu.idle}.00`,
      ),
      '',
      '10:00:00       proc/s   cswch/s',
      ...rows.map(([, switches], i) => `${clock(i + 1)}         1.00   ${switches}.00`),
      '',
    ].join('\n'),
  ),
  violations: [
    replaced('a share above 100%', /(all +)\d/, '$1199', /all +199/),
    replaced('a negative share', /(all +)(\d)/, '$1-$2', /all +-/),
    replaced('a share that is not a number', /(all +)\d+\.00/, '$1much', /much/),
    { name: 'a cut last line', change: (text) => text.slice(0, -4), line: /^10:00/ },
    replaced('a row without its last cell', /( +\S+)(\n\n10:00:00 +proc)/, '$2', /all/),
  ],
}

const pidstat: GeneratedFormat = {
  name: 'pidstat',
  parse: parsePidstat,
  valid: samples.map((rows) =>
    [
      'Linux 6.1.0 (bench) \t11/24/26 \t_x86_64_\t(2 CPU)',
      '',
      '10:00:00      UID       PID    %usr %system  %guest   %wait    %CPU   CPU  Command',
      ...rows.map(
        ([cpu], i) =>
          `${clock(i + 1)}      999      4711   ${cpu.user}.00   ${cpu.system}.00    0.00    0.00   ${cpu.user + cpu.system}.00     1  postgres`,
      ),
      '',
    ].join('\n'),
  ),
  violations: [
    replaced('a share that is not a number', /\S+( +1 {2}postgres)/, 'much$1', /much/),
    replaced('a negative share', /(\S+ +1 {2}postgres)/, '-$1', /-\d/),
    replaced('a row without its command', / {2}postgres\n/, '\n', /4711/),
  ],
}

const dstat: GeneratedFormat = {
  name: 'dstat',
  parse: parseDstat,
  valid: samples.map((rows) =>
    [
      '--total-cpu-usage-- -dsk/total- ---system--',
      'usr sys idl wai stl| read  writ| int   csw ',
      ...rows.map(
        ([cpu, switches]) =>
          ` ${cpu.user}   ${cpu.system}  ${cpu.idle}   ${cpu.wait}   0| 358k 2720k|1919  ${switches} `,
      ),
      '',
    ].join('\n'),
  ),
  violations: [
    replaced('shares above 100%', /^ \d+( +\d+ +\d+ +\d+ +0\|)/m, ' 199$1', /199/),
    replaced('a rate that is not a number', '358k', 'many', /many/),
    replaced('a row without its last cells', /\|1919 +\d+ \n/, '\n', /2720k$/),
  ],
}

const turbostat: GeneratedFormat = {
  name: 'turbostat',
  parse: parseTurbostat,
  valid: samples.map(
    (rows) =>
      `${rows
        .map(([cpu, switches]) =>
          [
            'Core\tCPU\tAvg_MHz\tBusy%\tBzy_MHz\tTSC_MHz\tPkgTmp\tPkgWatt',
            `-\t-\t${cpu.user * 30}\t${cpu.user}.00\t3000\t2995\t55\t${(switches / 1_000).toFixed(2)}`,
            `0\t0\t${cpu.user * 30}\t${cpu.user}.00\t3000\t2995\t55\t${(switches / 1_000).toFixed(2)}`,
          ].join('\n'),
        )
        .join('\n')}\n`,
  ),
  violations: [
    replaced('a share above 100%', /(-\t-\t\d+\t)\d+\.00/, '$1199.00', /199\.00/),
    replaced('a frequency that is not a number', /(-\t-\t)\d+/, '$1fast', /fast/),
    replaced('a row without its last cells', /(-\t-\t\d+\t[\d.]+\t3000)\t.*/, '$1', /3000$/),
  ],
}

const prometheus: GeneratedFormat = {
  name: 'Prometheus',
  parse: parsePrometheus,
  valid: samples.map((rows) =>
    pretty({
      status: 'success',
      data: {
        resultType: 'matrix',
        result: ['a', 'b'].map((instance) => ({
          metric: { __name__: 'pg_locks_count', instance },
          values: rows.map(([, value], i) => [1_763_000_000 + i * 15, String(value)]),
        })),
      },
    }),
  ),
  violations: [
    replaced('a value that is not a number', /"\d+"/, '"many"', /many/),
    replaced('times that fall', /1763000015/, '1762000015', /\[$|1762/),
    { name: 'a cut answer', change: (text) => text.slice(0, text.length / 2), line: /./ },
  ],
}

const bpftrace: GeneratedFormat = {
  name: 'bpftrace',
  parse: parseBpftrace,
  valid: fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 2, maxLength: 12 }).map((counts) => {
    const heaviest = Math.max(...counts)
    const limit = (power: number) => (power < 10 ? String(2 ** power) : `${2 ** (power - 10)}K`)
    return [
      'Attaching 2 probes...',
      '^C',
      '',
      '@usecs[read]: ',
      ...counts.map((count, i) => {
        const bar = '@'.repeat(Math.floor((count * 52) / heaviest)).padEnd(52)
        return `${`[${limit(i + 1)}, ${limit(i + 2)})`.padEnd(16)} ${String(count).padStart(8)} |${bar}|`
      }),
      '',
    ].join('\n')
  }),
  violations: [
    replaced('a bar that is not that of its count', /\|@{52}\|/, `|${'@'.repeat(20)}${' '.repeat(32)}|`, /@/),
    replaced('rows that overlap', '[4, 8)', '[3, 8)', /\[3, 8/),
    replaced('a count that is not a number', /(\[2, 4\) +)\d+/, '$1many', /many/),
    { name: 'a cut row', change: (text) => text.trimEnd().slice(0, -1), line: /@usecs|^\[/ },
  ],
}

export const GENERATED_SAMPLERS: readonly GeneratedFormat[] = [sar, pidstat, dstat, turbostat, prometheus, bpftrace]
