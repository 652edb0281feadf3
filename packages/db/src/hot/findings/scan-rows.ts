import { NearestReleases } from '@assay/domain/compare/noise/nearest-release'
import type { FloorEntry } from '@assay/domain/compare/noise/neighbor-estimates'
import type { EnvironmentNoise } from '@assay/domain/compare/noise/neighbor-floor'
import { NoiseShape } from '@assay/domain/compare/noise/noise-shape'
import type { PairSteps } from '@assay/domain/compare/noise/pair-steps'
import type { FarResidual } from '@assay/domain/compare/noise/residual-pool'
import type { StepPool } from '@assay/domain/compare/noise/step-pools'
import { z } from 'zod'
import { column, isArrayOf, isNumber, isString, isTuple, orNull } from '../../scope/column.ts'

type Line = PairSteps['lines'][number]

const isFall = (value: unknown): value is 0 | 1 => value === 0 || value === 1
const lineTests = [isString, isString, isArrayOf(orNull(isNumber)), isArrayOf(isFall), isString] as const
const isLine = isTuple<[string, string, (number | null)[], (0 | 1)[], string]>(...lineTests)
const isLineWithFactor = isTuple<[string, string, (number | null)[], (0 | 1)[], string, number]>(...lineTests, isNumber)

/** Schema of the column `steps` of a pair of versions. */
export const Steps: z.ZodType<PairSteps> = z.object({
  metrics: z.array(z.string()),
  lines: column((value): value is Line => isLine(value) || isLineWithFactor(value)),
})

const Key = z.array(z.string())
const count = isTuple<[number, number]>(isNumber, isNumber)

const Floor: z.ZodType<FloorEntry> = z.union([
  z.tuple([Key, z.number(), z.number()]),
  z.tuple([Key, z.number(), z.number(), NoiseShape.nullable()]),
  z.tuple([Key, z.number(), z.number(), NoiseShape.nullable(), z.number()]),
])

const PoolFacts = z.object({ factor: z.number(), maxDegrees: z.number().exactOptional() })
const Pool: z.ZodType<StepPool> = z.union([z.tuple([Key, column(count)]), z.tuple([Key, column(count), PoolFacts])])

const Far: z.ZodType<FarResidual> = z.object({
  version: z.string(),
  test: z.string(),
  isFall: z.boolean(),
  size: z.number(),
  score: z.number(),
})

/** Schema of the column `noise` of an environment. */
export const Noise: z.ZodType<EnvironmentNoise> = z.object({
  floors: z.array(Floor),
  pools: z.array(Pool),
  residuals: z
    .array(z.object({ key: Key, releases: z.number(), near: column(count), far: z.array(Far) }))
    .exactOptional(),
  nearest: NearestReleases.exactOptional(),
})
