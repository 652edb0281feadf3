/** Formats output of `vmstat -w -n 1`: averages since boot, then a line per second. */
export function vmstatText(seconds: readonly { us: number; sy: number; cs: number }[]): string {
  const line = ({ us, sy, cs }: { us: number; sy: number; cs: number }) =>
    ` 1  0            0      1000000       100000       500000    0    0     0     9  100 ${cs}  ${us}  ${sy}  ${100 - us - sy}   0   0`
  return [
    '--procs-- -----------------------memory---------------------- ---swap-- -----io---- -system-- --------cpu--------',
    '   r    b         swpd         free         buff        cache   si   so    bi    bo   in   cs  us  sy  id  wa  st',
    line({ us: 1, sy: 1, cs: 7 }),
    ...seconds.map(line),
    '',
  ].join('\n')
}

/** Formats output of `iostat -y -k -x 1` for one device, with some of its columns. */
export function iostatText(seconds: readonly { reads: number; readKb: number }[], cpus = 4): string {
  const report = ({ reads, readKb }: { reads: number; readKb: number }) =>
    `avg-cpu:  %user   %nice %system %iowait  %steal   %idle\n           2.00    0.00    1.00    0.00    0.00   97.00\n\n` +
    `Device            r/s     rkB/s     w/s     wkB/s\nvda            ${reads}.00   ${readKb}.00   1.00   4.00\n`
  return `Linux 6.1.0 (box) \t01/02/26 \t_x86_64_\t(${cpus} CPU)\n\n\n${seconds.map(report).join('\n\n')}`
}
