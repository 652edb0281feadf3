import type { UploadHardware, UploadTestbed } from '@assay/domain/run/upload-document'
import { readCloudType } from './cloud-type.ts'
import { readMemoryGb } from './memory.ts'
import { readPowerState } from './power-state.ts'
import { readCpu } from './read-cpuinfo.ts'
import { readStorage } from './storage.ts'
import type { SystemFiles } from './system-files.ts'

export type Machine = {
  /** Hardware facts. Machines that differ in one of them are different machines; the name is derived from the others. */
  hardware: UploadHardware
  testbed: UploadTestbed
  /** Logical processors that are online. */
  cpus: number | null
  /** Device name in the output of iostat. */
  device: string | null
}

/** @param directory data directory of the database, or the nearest known one. */
export async function describeMachine(files: SystemFiles, directory: string): Promise<Machine> {
  const [cpu, memoryGb, cloudType, storage] = await Promise.all([
    readCpu(files),
    readMemoryGb(files),
    readCloudType(files),
    readStorage(files, directory),
  ])
  const facts = withoutNull({ cpu: cpu.model, cores: cpu.cores, sockets: cpu.sockets, memoryGb, cloudType })
  return {
    hardware: { name: hardwareName(facts), ...facts },
    testbed: withoutNull({
      cpuLimit: cpu.limit,
      os: await readOs(files),
      kernel: await files.text('proc/sys/kernel/osrelease'),
      smt: cpu.smt,
      governor: cpu.governor,
      ...(await readPowerState(files)),
      transparentHugePages: chosen(await files.text('sys/kernel/mm/transparent_hugepage/enabled')),
      storage: storage.about,
      fileSystem: storage.fileSystem,
      mountOptions: storage.mountOptions,
      trim: storage.trim,
    }),
    cpus: cpu.online,
    device: storage.device,
  }
}

/**
 * Builds the name `AMD EPYC 9454P, 48 cores, 128 GB`. Equal machines get equal names, and a host name would be
 * meaningless to others.
 */
function hardwareName({ cpu, cores, memoryGb, cloudType }: Omit<UploadHardware, 'name'>): string {
  const parts = [
    cloudType,
    cpu,
    cores === undefined ? undefined : cores === 1 ? '1 core' : `${cores} cores`,
    memoryGb === undefined ? undefined : `${memoryGb} GB`,
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? 'unknown' : parts.join(', ').slice(0, 200)
}

async function readOs(files: SystemFiles): Promise<string | null> {
  const release = (await files.text('etc/os-release')) ?? (await files.text('usr/lib/os-release')) ?? ''
  return /^PRETTY_NAME="?([^"\n]+)"?$/m.exec(release)?.[1] ?? null
}

/** Returns `madvise` from `always [madvise] never`. */
const chosen = (text: string | null): string | null => /\[(\w+)\]/.exec(text ?? '')?.[1] ?? null

type Known<T> = { [Key in keyof T]?: NonNullable<T[Key]> }

function withoutNull<T extends Record<string, unknown>>(facts: T): Known<T> {
  // Entries that are null are removed, so every remaining value has the type of its key without null.
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null)) as Known<T>
}
