import { parseIostatJson } from '@assay/domain/companion-files/iostat/iostat-json'
import { parseDstat } from '@assay/domain/companion-files/series/parse-dstat'
import { parseSar } from '@assay/domain/companion-files/series/parse-sar'
import { type GeneratedFormat, pretty, replaced } from './generated-format.ts'
import { clock, samples } from './generated-samplers.ts'

const sarDevices: GeneratedFormat = {
  name: 'sar -d',
  parse: parseSar,
  valid: samples.map((rows) =>
    [
      'Linux 6.1.0 (bench) \t11/24/26 \t_x86_64_\t(2 CPU)',
      '',
      '10:00:00          DEV       tps     rkB/s     wkB/s     dkB/s   areq-sz    aqu-sz     await     %util',
      ...rows.flatMap(([cpu, kb], i) => [
        `${clock(i + 1)}      nvme0n1    100.00    ${kb}.00   1600.00      0.00     24.00      0.10      0.50     ${cpu.user}.00`,
        `${clock(i + 1)}        loop0      0.00      0.00      0.00      0.00      0.00      0.00      0.00      0.00`,
      ]),
      '',
    ].join('\n'),
  ),
  violations: [
    replaced('a negative rate', /(nvme0n1 +100\.00 +)(\d)/, '$1-$2', /nvme0n1/),
    replaced('a rate that is not a number', /(nvme0n1 +100\.00 +)\d+\.00/, '$1many', /many/),
    { name: 'a cut last line', change: (text) => text.slice(0, -4), line: /^10:00/ },
  ],
}

const sadf: GeneratedFormat = {
  name: 'sadf -d',
  parse: parseSar,
  valid: samples.map((rows) =>
    [
      '# hostname;interval;timestamp;CPU;%user;%nice;%system;%iowait;%steal;%idle',
      ...rows.map(
        ([cpu], i) =>
          `bench;1;2026-11-24 ${clock(i + 1)} UTC;-1;${cpu.user}.00;0.00;${cpu.system}.00;${cpu.wait}.00;0.00;${cpu.idle}.00`,
      ),
      '# hostname;interval;timestamp;proc/s;cswch/s',
      ...rows.map(([, switches], i) => `bench;1;2026-11-24 ${clock(i + 1)} UTC;1.00;${switches}.00`),
      '',
    ].join('\n'),
  ),
  violations: [
    replaced('a share above 100%', /;-1;\d+/, ';-1;199', /;199/),
    replaced('a share that is not a number', /;-1;\d+\.00/, ';-1;much', /much/),
    replaced('a row without its last cell', /(;-1;.*);\S+/, '$1', /;-1;/),
    { name: 'a cut last line', change: (text) => text.slice(0, -4), line: /^bench/ },
  ],
}

const statistics = (rows: readonly object[]) => ({
  sysstat: { hosts: [{ nodename: 'bench', release: '6.1.0', 'number-of-cpus': 2, statistics: rows }] },
})

const sysstatJson: GeneratedFormat = {
  name: 'sysstat JSON',
  parse: parseSar,
  valid: samples.map((rows) =>
    pretty(
      statistics(
        rows.map(([cpu, switches], i) => ({
          timestamp: { date: '2026-11-24', time: clock(i + 1), utc: 1, interval: 1 },
          'cpu-load': [
            { cpu: 'all', user: cpu.user, nice: 0, system: cpu.system, iowait: cpu.wait, steal: 0, idle: cpu.idle },
          ],
          'process-and-context-switch': { proc: 1, cswch: switches },
          disk: [{ 'disk-device': 'vda', tps: 1, rkB: switches, wkB: 2 }],
        })),
      ),
    ),
  ),
  violations: [
    replaced('a share above 100%', /"user": \d+/, '"user": 199', /\{/),
    replaced('a rate that is not a number', /"rkB": \d+/, '"rkB": "many"', /\{/),
    { name: 'a cut export', change: (text) => text.slice(0, text.length / 2), line: /./ },
  ],
}

const iostatJson: GeneratedFormat = {
  name: 'iostat JSON',
  parse: parseIostatJson,
  valid: samples.map((rows) =>
    pretty(
      statistics(
        rows.map(([cpu, kb]) => ({
          'avg-cpu': { user: cpu.user, system: cpu.system, iowait: cpu.wait, idle: cpu.idle },
          disk: [{ disk_device: 'vda', 'r/s': 1, 'w/s': 2, 'rkB/s': kb, 'wkB/s': 2, util: 3.5 }],
        })),
      ),
    ),
  ),
  violations: [
    replaced('a negative rate', /"rkB\/s": /, '"rkB/s": -', /\{/),
    replaced('a rate that is not a number', /"w\/s": 2/, '"w/s": "many"', /\{/),
    replaced('a share above 100%', /"user": \d+/, '"user": 199', /"user"/),
    { name: 'a cut export', change: (text) => text.slice(0, text.length / 2), line: /./ },
  ],
}

const pcpDstat: GeneratedFormat = {
  name: 'dstat of PCP',
  parse: parseDstat,
  valid: samples.map((rows) =>
    [
      '"pcp-dstat 5.3.1 CSV Output"',
      '"Host:","bench",,,,"User:","root"',
      '"Cmdline:","dstat --output x.csv 5",,,,"Date:","24 Nov 2026 10:00:00 UTC"',
      '"total usage",,,,,"dsk/total",,"system",',
      '"total usage:usr","total usage:sys","total usage:idl","total usage:wai","total usage:stl","dsk/total:read","dsk/total:writ","system:int","system:csw"',
      ...rows.map(
        ([cpu, switches]) => `${cpu.user},${cpu.system},${cpu.idle},${cpu.wait},0,8192,163840.5,1200,${switches}`,
      ),
      '',
    ].join('\n'),
  ),
  violations: [
    replaced('shares above 100%', /^\d+,(\d+,\d+,\d+,0,8192)/m, '199,$1', /^199/),
    replaced('a rate that is not a number', ',8192,', ',many,', /many/),
    replaced('a row without its last cell', /,1200,\d+\n/, ',1200\n', /,1200$/),
  ],
}

export const GENERATED_SAMPLER_EXPORTS: readonly GeneratedFormat[] = [
  sarDevices,
  sadf,
  sysstatJson,
  iostatJson,
  pcpDstat,
]
