import { z } from 'zod'
import type { Horizon } from '../run-index/run-changes.ts'

/** The end of a page: a run, and a value of it when the page ended within the run. */
export type ValuePosition = {
  receivedAt: number
  runId: string
  result: { id: string; position: number } | null
}

const Position = z.tuple([z.number(), z.uuid(), z.union([z.null(), z.tuple([z.uuid(), z.int()])])])
const HorizonNumbers = z.array(z.int().min(0)).max(16)

export const writePosition = ({ receivedAt, runId, result }: ValuePosition): string =>
  encode([receivedAt, runId, result === null ? null : [result.id, result.position]])

export function readPosition(cursor: string | null): ValuePosition | null | 'unknown' {
  if (cursor === null) return null
  const { data } = Position.safeParse(decode(cursor))
  if (data === undefined) return 'unknown'
  const [receivedAt, runId, result] = data
  return { receivedAt, runId, result: result === null ? null : { id: result[0], position: result[1] } }
}

export const writeHorizon = (horizon: Horizon | null): string => encode(horizon ?? [])

export const readHorizon = (text: string): Horizon | 'unknown' =>
  HorizonNumbers.safeParse(decode(text)).data ?? 'unknown'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

function decode(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return null
  }
}
