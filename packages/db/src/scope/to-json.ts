import { Prisma } from './prisma.ts'

/** A value for a JSON column that may be empty: SQL null where there is none, and JSON's own null where it is null. */
export function toJson(value: unknown) {
  if (value === undefined) return Prisma.DbNull
  return value === null ? Prisma.JsonNull : toJsonValue(value)
}

/** A value for a JSON column, as JSON writes it. */
export function toJsonValue(value: NonNullable<unknown>): Prisma.InputJsonValue {
  return JSON.parse(JSON.stringify(value))
}
