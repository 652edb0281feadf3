import type { RunDetails } from '../../trpc/api-types.ts'
import type { Fact } from '../../ui/facts.tsx'
import { hardwareFacts } from '../hardware/hardware-facts.ts'

/** The hardware during the run: facts that the run recorded take precedence over those of its machine. */
export function testbedFacts({ hardwareDetails, testbed }: Pick<RunDetails, 'hardwareDetails' | 'testbed'>): Fact[] {
  const { os, kernel, smt, storage, fileSystem } = testbed ?? {}
  const during = {
    ...hardwareDetails,
    os: os ?? hardwareDetails.os,
    kernel: kernel ?? hardwareDetails.kernel,
    smt: smt ?? hardwareDetails.smt,
    storage: storage ?? hardwareDetails.storage,
    fileSystem: fileSystem ?? hardwareDetails.fileSystem,
  }
  const state = {
    'Mount options': testbed?.mountOptions,
    Trim: testbed?.trim,
    Governor: testbed?.governor,
    Turbo: switchWord(testbed?.turbo),
    'CPU frequency': testbed?.frequency,
    'NUMA nodes': testbed?.numaNodes?.toString(),
    'NUMA balancing': switchWord(testbed?.numaBalancing),
    'Transparent huge pages': testbed?.transparentHugePages,
  }
  return [
    ...hardwareFacts(during),
    ...Object.entries(state).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }])),
  ]
}

const switchWord = (value: boolean | undefined): string | undefined =>
  value === undefined ? undefined : value ? 'on' : 'off'
