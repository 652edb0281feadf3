import { normalFrom, type Random } from '@assay/testing/seeded-random'

/** Draws the noise of ln(value) of the next run. */
export type Draw = () => number

const NOISE = 0.01

/** Drifts of a machine, in the order of its runs, with a noise of 1%: base and candidates that run in turns share them. */
export const SHARED_DRIFTS: Readonly<Record<string, (random: Random) => Draw>> = {
  'shared drift: slow random walk, sd 20%': (random) => {
    const normal = normalFrom(random)
    const CORRELATION = 0.995
    let drift = 0.2 * normal()
    return () => {
      drift = CORRELATION * drift + Math.sqrt(1 - CORRELATION ** 2) * 0.2 * normal()
      return drift + NOISE * normal()
    }
  },
  'shared drift: half the speed for about 50 runs at a time': (random) => {
    const normal = normalFrom(random)
    let isSlow = false
    return () => {
      if (random() < 1 / 50) isSlow = !isSlow
      return (isSlow ? Math.log(0.5) : 0) + NOISE * normal()
    }
  },
  'shared drift: 30% slower and back every 300 runs': (random) => {
    const normal = normalFrom(random)
    let run = 0
    return () => {
      run += 1
      return 0.15 * Math.sin((2 * Math.PI * run) / 300) + NOISE * normal()
    }
  },
}
