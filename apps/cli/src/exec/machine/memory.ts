import type { SystemFiles } from './system-files.ts'

const GB = 1024 ** 3

/**
 * Returns memory in GB (of 1024^3 bytes), with one decimal: installed memory if the kernel lists it in blocks,
 * otherwise the memory that the kernel leaves to programs.
 */
export async function readMemoryGb(files: SystemFiles): Promise<number | null> {
  const block = await files.text('sys/devices/system/memory/block_size_bytes')
  const blocks = (await files.list('sys/devices/system/memory')).filter((name) => /^memory\d+$/.test(name))
  const states = await Promise.all(blocks.map((name) => files.text(`sys/devices/system/memory/${name}/state`)))
  const online = states.filter((state) => state === 'online').length
  if (block !== null && /^[0-9a-f]{1,12}$/i.test(block) && online > 0) {
    return rounded((Number.parseInt(block, 16) * online) / GB)
  }
  const kb = /^MemTotal:\s+(\d{1,15}) kB$/m.exec((await files.text('proc/meminfo')) ?? '')?.[1]
  return kb === undefined ? null : rounded((Number(kb) * 1024) / GB)
}

const rounded = (gb: number): number | null => (gb > 0 ? Math.max(0.1, Math.round(gb * 10) / 10) : null)
