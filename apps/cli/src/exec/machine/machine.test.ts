import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readCloudType } from './cloud-type.ts'
import { listOfRanges } from './list-of-ranges.ts'
import { describeMachine } from './machine.ts'
import { findMount } from './storage.ts'
import { SystemFiles } from './system-files.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'assay-machine-'))
})
afterEach(() => rm(root, { recursive: true }))

async function put(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), `${text}\n`)
  }
}

async function link(path: string, target: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await symlink(join(root, target), join(root, path))
}

const cpu = (n: number, core: number) => ({
  [`sys/devices/system/cpu/cpu${n}/topology/physical_package_id`]: '0',
  [`sys/devices/system/cpu/cpu${n}/topology/core_id`]: String(core),
  [`sys/devices/system/cpu/cpu${n}/cpufreq/scaling_governor`]: 'performance',
})

const SERVER = {
  'proc/cpuinfo': 'processor\t: 0\nmodel name\t: AMD EPYC(R) 9454P  48-Core Processor',
  'sys/devices/system/cpu/online': '0-3',
  ...cpu(0, 0),
  ...cpu(1, 1),
  ...cpu(2, 0),
  ...cpu(3, 1),
  'sys/devices/system/cpu/smt/active': '1',
  'sys/devices/system/memory/block_size_bytes': '40000000',
  'sys/devices/system/memory/memory0/state': 'online',
  'sys/devices/system/memory/memory1/state': 'online',
  'sys/devices/system/memory/memory2/state': 'offline',
  'proc/meminfo': 'MemTotal:        1900000 kB',
  'sys/kernel/mm/transparent_hugepage/enabled': 'always madvise [never]',
  'proc/sys/kernel/osrelease': '6.8.0-31-generic',
  'etc/os-release': 'NAME=Ubuntu\nPRETTY_NAME="Ubuntu 24.04.1 LTS"',
  'proc/self/mountinfo':
    '22 1 259:2 / / rw,relatime shared:1 - ext4 /dev/nvme0n1p2 rw,errors=remount-ro\n' +
    '23 22 9:2 / /data rw,noatime shared:2 - xfs /dev/md2 rw,attr2\n' +
    '24 22 0:40 / /data2 rw - tmpfs tmpfs rw',
  'sys/devices/pci/nvme0n1/device/model': 'SAMSUNG MZVL2512',
  'sys/devices/pci/nvme0n1/size': '1000215216',
  'sys/devices/pci/nvme0n1/queue/rotational': '0',
  'sys/devices/pci/nvme0n1/queue/discard_max_bytes': '2199023255040',
  'sys/devices/system/cpu/intel_pstate/no_turbo': '1',
  'sys/devices/system/cpu/cpufreq/policy0/scaling_min_freq': '1500000',
  'sys/devices/system/cpu/cpufreq/policy0/scaling_max_freq': '3900000',
  'sys/devices/system/node/online': '0-1',
  'proc/sys/kernel/numa_balancing': '1',
  'sys/devices/pci/nvme0n1/nvme0n1p2/partition': '2',
  'sys/devices/pci/nvme1n1/device/model': 'SAMSUNG MZVL2512',
  'sys/devices/virtual/md2/size': '7501212320',
  'sys/devices/virtual/md2/slaves/nvme0n1': '',
  'sys/devices/virtual/md2/slaves/nvme1n1': '',
}

async function server() {
  await put(SERVER)
  await link('sys/dev/block/259:2', 'sys/devices/pci/nvme0n1/nvme0n1p2')
  await link('sys/dev/block/9:2', 'sys/devices/virtual/md2')
  for (const name of ['nvme0n1', 'nvme1n1']) await link(`sys/class/block/${name}`, `sys/devices/pci/${name}`)
  await link('sys/class/block/md2', 'sys/devices/virtual/md2')
  return new SystemFiles(root)
}

test('a server is described from /proc and /sys', async () => {
  expect(await describeMachine(await server(), '/var/lib/postgresql')).toEqual({
    hardware: {
      name: 'AMD EPYC 9454P 48-Core Processor, 2 cores, 2 GB',
      cpu: 'AMD EPYC 9454P 48-Core Processor',
      cores: 2,
      sockets: 1,
      memoryGb: 2, // The sum of online memory blocks; MemTotal lacks the memory of the kernel.
    },
    testbed: {
      os: 'Ubuntu 24.04.1 LTS',
      kernel: '6.8.0-31-generic',
      smt: true,
      governor: 'performance',
      turbo: false,
      frequency: '1500 to 3900 MHz',
      numaNodes: 2,
      numaBalancing: true,
      transparentHugePages: 'never',
      storage: 'SAMSUNG MZVL2512, 512 GB (nvme0n1)',
      fileSystem: 'ext4',
      mountOptions: 'rw,relatime,errors=remount-ro',
      trim: 'by fstrim',
    },
    cpus: 4,
    device: 'nvme0n1',
  })
})

test('a RAID is described as a whole, not by its members', async () => {
  const { testbed, device } = await describeMachine(await server(), '/data/pg')
  expect([device, testbed.storage, testbed.fileSystem, testbed.mountOptions]).toEqual([
    'md2',
    '2 x SAMSUNG MZVL2512, 3.84 TB (md2 of nvme0n1, nvme1n1)',
    'xfs',
    'rw,noatime,attr2',
  ])
})

test('a tmpfs has no device, and /data2 is not below /data', async () => {
  const { testbed, device } = await describeMachine(await server(), '/data2/pg')
  expect([device, testbed.fileSystem]).toEqual([null, 'tmpfs'])
})

test('a machine without readable facts is unknown, and no fact is invented', async () => {
  expect(await describeMachine(new SystemFiles(root), '/')).toEqual({
    hardware: { name: 'unknown' },
    testbed: {},
    cpus: null,
    device: null,
  })
})

test('an Arm core is known by its number', async () => {
  await put({ 'proc/cpuinfo': 'CPU implementer\t: 0x41\nCPU part\t: 0xd4f' })
  expect((await describeMachine(new SystemFiles(root), '/')).hardware.cpu).toBe('Arm Neoverse V2')
})

test.each([
  [{ sys_vendor: 'Amazon EC2', product_name: 'c6i.12xlarge' }, 'AWS c6i.12xlarge'],
  [{ sys_vendor: 'Google', product_name: 'Google Compute Engine' }, 'GCP'],
  [{ sys_vendor: 'Microsoft Corporation', chassis_asset_tag: '7783-7084-3265-9085-8269-3286-77' }, 'Azure'],
  [{ sys_vendor: 'Hetzner', product_name: 'vServer' }, 'Hetzner vServer'],
  [{ sys_vendor: 'QEMU', product_name: 'Standard PC' }, null],
  [{ sys_vendor: 'LENOVO', product_name: 'ThinkStation' }, null],
])('DMI %o is the cloud %s', async (dmi, cloud) => {
  await put(Object.fromEntries(Object.entries(dmi).map(([name, text]) => [`sys/class/dmi/id/${name}`, text])))
  expect(await readCloudType(new SystemFiles(root))).toBe(cloud)
})

test('ranges of CPUs are counted, and an invalid list counts as none', () => {
  expect(listOfRanges('0-2,5,8-9')).toEqual([0, 1, 2, 5, 8, 9])
  for (const text of [null, '', 'x', '1-', '-3', '1,,2']) expect(listOfRanges(text)).toEqual([])
})

test('a mount point with a space is found', () => {
  expect(findMount('1 0 8:1 / /my\\040disk rw - ext4 /dev/sda1 rw', '/my disk/pg')).toMatchObject({
    fileSystem: 'ext4',
  })
  expect(findMount('nonsense\n\n - ', '/x')).toBeNull()
})
