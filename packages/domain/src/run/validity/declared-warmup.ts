/** Option that declares the seconds of warm-up: sysbench, fio, wrk2-like clients. */
const WARMUP_OPTION = /(?:^|\s)--?(?:warmup-time|warmup_time|ramp_time|ramp-time)[= ](\d{1,7}(?:\.\d{1,6})?)s?(?=\s|$)/

/** Seconds of warm-up that a command declares, 0 if it declares none. */
export function declaredWarmup(command: string | null): number {
  return Number(WARMUP_OPTION.exec(command ?? '')?.[1] ?? 0)
}
