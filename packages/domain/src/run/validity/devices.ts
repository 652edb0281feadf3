/** Metrics that come from iostat. Only these are wrong when a device is counted twice. */
export const STORAGE_METRICS = ['r/o', 'rKB/o', 'wKB/o', 'r/s', 'rMB/s', 'w/s', 'wMB/s'] as const

/** True when a device that combines others (md, dm) is summed with further ones: both list the same requests. */
export function countsTwice(devices: readonly string[]): boolean {
  return devices.length > 1 && devices.some((device) => /^(?:md|dm-)\d/.test(device))
}

/** The devices in the parameter `device` of a result or workload, separated by commas, plus signs or spaces. */
export function devicesOf(param: string | number | undefined): string[] {
  return typeof param === 'string' ? param.split(/[\s,+]+/).filter((device) => device !== '') : []
}
