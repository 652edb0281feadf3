/** Where the time of one storage read goes, microseconds. */
export type LatencyComponents = {
  /** CPU of the database in addition to that of fio for the same read. */
  userland: number
  /** CPU of fio: the C library and the kernel. */
  libcKernel: number
  /** Latency of fio less its CPU. */
  device: number
}

export type LatencyModel = {
  clients: number
  parts: LatencyComponents
  sumUs: number
  /** clients x 1e6 / sum. */
  predicted: number
  /** The same with the figures as the published text has them. */
  asPublished: { parts: LatencyComponents; predicted: number }
}

/** A hypothetical device or program, predicted by the model. */
export type WhatIf = {
  /** Latency of the device, microseconds; null leaves it as measured. */
  deviceUs: number | null
  /** CPU of the database beyond that of fio, as a factor: 0.5 halves it. */
  cpuFactor: number
}

export const AS_MEASURED: WhatIf = { deviceUs: null, cpuFactor: 1 }

/**
 * The latency model: userland CPU + (libc + kernel) CPU + latency of the device, where each of the clients waits for
 * one read at a time. The published text takes the two figures of fio in whole microseconds, cuts the CPU of the
 * database at two decimals, and cuts what comes out.
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

/** Reads/s of the database and its IO efficiency by the model, with another device or other CPU. */
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
 * Truncates toward zero to this number of decimals; a value that misses a digit only by floating-point error has that
 * digit.
 */
export function cut(value: number, decimals: number): number {
  const factor = 10 ** decimals
  return Math.trunc(Number((value * factor).toPrecision(12))) / factor
}

const sumOf = ({ userland, libcKernel, device }: LatencyComponents): number => userland + libcKernel + device
