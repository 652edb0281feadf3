import { Prisma } from './prisma.ts'

/** A value for a JSON column, as JSON writes it: SQL null where there is none, and JSON's own null where it is null. */
export function toJson(value: unknown) {
  if (value === undefined) return Prisma.DbNull
  if (value === null) return Prisma.JsonNull
  const json: Prisma.InputJsonValue = JSON.parse(JSON.stringify(value))
  return json
}
