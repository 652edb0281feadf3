import type { Hardware } from '../../trpc/api-types.ts'
import type { Fact } from '../../ui/facts.tsx'

/** Facts of a machine, the most frequently needed first. */
export const hardwareFacts = (hardware: Hardware): Fact[] => [
  { name: 'Machine', value: hardware.name },
  { name: 'CPU', value: hardware.cpu },
  { name: 'Cores', value: coresText(hardware) },
  { name: 'SMT', value: hardware.smt === null ? null : hardware.smt ? 'on' : 'off' },
  { name: 'Sockets', value: hardware.sockets === null ? null : String(hardware.sockets) },
  { name: 'Memory', value: hardware.memoryGb === null ? null : `${hardware.memoryGb} GB` },
  { name: 'Storage', value: hardware.storage },
  { name: 'File system', value: hardware.fileSystem },
  { name: 'OS', value: hardware.os },
  { name: 'Kernel', value: hardware.kernel },
  { name: 'Cloud type', value: hardware.cloudType },
]

/** Formats `32 (large server)`: the size class is needed to interpret the number. */
const coresText = ({ cores, sizeClass }: Hardware) => (cores === null ? null : `${cores} (${sizeClass} server)`)
