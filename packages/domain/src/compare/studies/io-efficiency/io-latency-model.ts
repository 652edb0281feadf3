/** Components of the time of one storage read, microseconds. */
type LatencyComponents = {
  /** CPU of the database in addition to that of fio for the same read. */
  userland: number
  /** CPU of fio: the C library and the kernel. */
  libcKernel: number
  /** Latency of fio minus its CPU. */
  device: number
}

export type LatencyModel = {
  clients: number
  parts: LatencyComponents
  sumUs: number
  /** Predicted reads/s: clients x 1e6 / sum of the components. */
  predicted: number
  /** The same, with the rounding of the published text. */
  asPublished: { parts: LatencyComponents; predicted: number }
}

/** A hypothetical device or program for the model. */
export type WhatIf = {
  /** Latency of the device, microseconds; null means as measured. */
  deviceUs: number | null
  /** Factor for the CPU that the database adds to fio: 0.5 halves it. */
  cpuFactor: number
}

export const AS_MEASURED: WhatIf = { deviceUs: null, cpuFactor: 1 }

/**
 * The latency model: user CPU + (libc + kernel) CPU + latency of the device, where each client waits for one read at a
 * time. The published text uses whole microseconds for the two figures of fio, truncates the CPU of the database to two
 * decimals, and truncates the prediction.
 */
export function modelOf({
  cpuIncrease,
  fioCpu,
  fioLatency,
  clients,
}: {
  cpuIncrease: number
  fioCpu: number
  fioLatency: number
  clients: number
}): LatencyModel | null {
  const parts = { userland: cpuIncrease, libcKernel: fioCpu, device: fioLatency - fioCpu }
  const published = { userland: cut(cpuIncrease, 2), libcKernel: Math.round(fioCpu), device: Math.round(parts.device) }
  const sumUs = sumOf(parts)
  if (sumUs <= 0 || sumOf(published) <= 0) return null
  return {
    clients,
    parts,
    sumUs,
    predicted: (clients * 1e6) / sumUs,
    asPublished: { parts: published, predicted: cut((clients * 1e6) / sumOf(published), 0) },
  }
}

/** Predicted reads/s and IO efficiency with another device or other CPU cost. */
export function whatIf(
  { clients, parts }: LatencyModel,
  { deviceUs, cpuFactor }: WhatIf,
): { readsPerSecond: number; efficiency: number } {
  const device = deviceUs ?? parts.device
  const fio = parts.libcKernel + device
  const sum = fio + parts.userland * cpuFactor
  return { readsPerSecond: (clients * 1e6) / sum, efficiency: fio / sum }
}

/**
 * Truncates toward zero to this number of decimals. A value just below a digit because of floating-point error gets
 * that digit.
 */
export function cut(value: number, decimals: number): number {
  const factor = 10 ** decimals
  return Math.trunc(Number((value * factor).toPrecision(12))) / factor
}

const sumOf = ({ userland, libcKernel, device }: LatencyComponents): number => userland + libcKernel + device
