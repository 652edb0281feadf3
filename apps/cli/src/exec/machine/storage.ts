import { posix } from 'node:path'
import type { SystemFiles } from './system-files.ts'

export type Storage = {
  /** Device name in iostat: the whole disk, md or dm device; null for a file system without one. */
  device: string | null
  /** Model, size and device: `SAMSUNG MZVL2512, 512 GB (nvme0n1)`. */
  about: string | null
  fileSystem: string | null
  mountOptions: string | null
  /** `on delete`, `by fstrim` or `no`; null for a device that does not say whether it accepts discards. */
  trim: string | null
}

/** Finds the block device and file system of a directory. */
export async function readStorage(files: SystemFiles, directory: string): Promise<Storage> {
  const mount = findMount(await files.text('proc/self/mountinfo'), directory)
  if (mount === null) return { device: null, about: null, fileSystem: null, mountOptions: null, trim: null }
  const device = await findDevice(files, mount)
  return {
    device,
    about: device === null ? null : await describeDevice(files, device),
    fileSystem: mount.fileSystem,
    mountOptions: mount.options,
    trim: device === null ? null : await readTrim(files, { device, options: mount.options }),
  }
}

/** File systems send discards by themselves with the option `discard`, or `discard=async`. */
async function readTrim(
  files: SystemFiles,
  { device, options }: { device: string; options: string },
): Promise<string | null> {
  const limit = await files.text(`sys/class/block/${device}/queue/discard_max_bytes`)
  if (limit === null || !/^\d+$/.test(limit)) return null
  if (Number(limit) === 0) return 'no'
  return options.split(',').some((option) => /^discard(?:=|$)/.test(option)) ? 'on delete' : 'by fstrim'
}

export type Mount = { numbers: string; source: string; fileSystem: string; options: string }

/**
 * Finds the mount of a directory (proc_pid_mountinfo(5)): the one with the longest mount point above it, the last of
 * equal ones.
 */
export function findMount(mountinfo: string | null, directory: string): Mount | null {
  let best: (Mount & { point: string }) | null = null
  for (const line of (mountinfo ?? '').split('\n')) {
    const [left, right] = line.split(' - ', 2)
    const [, , numbers, , encodedPoint, options] = (left ?? '').split(' ')
    const [fileSystem, source, superOptions] = (right ?? '').split(' ')
    if (numbers === undefined || encodedPoint === undefined || fileSystem === undefined) continue
    const point = unescapePath(encodedPoint)
    const isAbove = point === '/' || directory === point || directory.startsWith(`${point}/`)
    if (!isAbove || (best !== null && point.length < best.point.length)) continue
    const all = [...(options ?? '').split(','), ...(superOptions ?? '').split(',')].filter((option) => option !== '')
    best = { point, numbers, source: unescapePath(source ?? ''), fileSystem, options: [...new Set(all)].join(',') }
  }
  if (best === null) return null
  const { point: _point, ...mount } = best
  return mount
}

/** Decodes the octal escapes of spaces and similar characters. */
const unescapePath = (text: string): string =>
  text.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))

async function findDevice(files: SystemFiles, { numbers, source }: Mount): Promise<string | null> {
  const diskPath =
    (await files.follow(`sys/dev/block/${numbers}`)) ??
    // btrfs has its own device numbers, so the source is used to find the partition.
    (source.startsWith('/dev/') ? await files.follow(`sys/class/block/${posix.basename(source)}`) : null)
  if (diskPath === null) return null
  const isPartition = (await files.text(`${diskPath}/partition`)) !== null
  return posix.basename(isPartition ? posix.dirname(diskPath) : diskPath)
}

async function describeDevice(files: SystemFiles, device: string): Promise<string> {
  const of = (file: string) => files.text(`sys/class/block/${device}/${file}`)
  const members = await files.list(`sys/class/block/${device}/slaves`)
  const model = (await of('device/model')) ?? (members.length > 0 ? await membersModel(files, members) : null)
  const kind = members.length > 0 ? (device.startsWith('md') ? 'software RAID' : 'device mapper') : 'disk'
  const rotating = (await of('queue/rotational')) === '1' && members.length === 0 && model !== null ? 'HDD' : null
  const size = sizeInWords(await of('size'))
  const where = members.length > 0 ? `${device} of ${members.join(', ')}` : device
  return `${[model ?? kind, size, rotating].filter((part) => part !== null).join(', ')} (${where})`
}

/** Returns the model of the disks of a RAID when all are equal. The model of a partition is that of its disk. */
async function membersModel(files: SystemFiles, members: readonly string[]): Promise<string | null> {
  const models = await Promise.all(
    members.map(async (member) => {
      const diskPath = (await files.follow(`sys/class/block/${member}`)) ?? ''
      return (
        (await files.text(`${diskPath}/device/model`)) ?? (await files.text(`${posix.dirname(diskPath)}/device/model`))
      )
    }),
  )
  const [model] = models
  return model != null && models.every((other) => other === model) ? `${members.length} x ${model}` : null
}

/** Formats a size as printed on disks: in powers of 1000. */
function sizeInWords(sectors: string | null): string | null {
  if (sectors === null || !/^\d{1,15}$/.test(sectors) || Number(sectors) === 0) return null
  const gb = (Number(sectors) * 512) / 1e9
  return gb >= 1_000 ? `${Number((gb / 1_000).toFixed(2))} TB` : `${Number(gb.toFixed(gb < 10 ? 1 : 0))} GB`
}
