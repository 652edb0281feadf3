import type { RunDetails } from '../../trpc/answers.ts'
import type { Fact } from '../../ui/facts.tsx'
import { hardwareFacts } from '../hardware/hardware-facts.ts'

/** The hardware during the run: facts that the run recorded take precedence over those of its machine. */
export function testbedFacts({ hardwareDetails, testbed }: Pick<RunDetails, 'hardwareDetails' | 'testbed'>): Fact[] {
  const { os, kernel, smt, storage, fileSystem, mountOptions, governor, transparentHugePages } = testbed ?? {}
  const during = {
    ...hardwareDetails,
    os: os ?? hardwareDetails.os,
    kernel: kernel ?? hardwareDetails.kernel,
    smt: smt ?? hardwareDetails.smt,
    storage: storage ?? hardwareDetails.storage,
    fileSystem: fileSystem ?? hardwareDetails.fileSystem,
  }
  const state = { 'Mount options': mountOptions, Governor: governor, 'Transparent huge pages': transparentHugePages }
  return [
    ...hardwareFacts(during),
    ...Object.entries(state).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }])),
  ]
}
