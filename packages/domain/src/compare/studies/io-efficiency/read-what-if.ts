import { AS_MEASURED, type WhatIf } from './io-latency-model.ts'

/** Limits of the sliders: device latency in microseconds, and percent of the CPU that the database adds. */
export const DEVICE_LIMITS = { min: 1, max: 1_000 } as const
export const CPU_LIMITS = { min: 0, max: 300 } as const

/** Parses the what-if values of a URL; a value that is not a number within the limits means as measured. */
export function readWhatIf({ device, cpu }: Readonly<Record<string, string | undefined>>): WhatIf {
  const percent = within(cpu, CPU_LIMITS)
  return {
    deviceUs: within(device, DEVICE_LIMITS),
    cpuFactor: percent === null ? AS_MEASURED.cpuFactor : percent / 100,
  }
}

/** The inverse of `readWhatIf`; values as measured are left out. */
export function writeWhatIf({ deviceUs, cpuFactor }: WhatIf): Record<string, string> {
  return {
    ...(deviceUs === null ? {} : { device: String(deviceUs) }),
    ...(cpuFactor === AS_MEASURED.cpuFactor ? {} : { cpu: String(Math.round(cpuFactor * 100)) }),
  }
}

function within(text: string | undefined, { min, max }: { min: number; max: number }): number | null {
  if (text === undefined || !/^\d{1,6}(?:\.\d{1,3})?$/.test(text)) return null
  const value = Number(text)
  return value >= min && value <= max ? value : null
}
