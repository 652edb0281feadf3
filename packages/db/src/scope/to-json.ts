import { Prisma } from './prisma.ts'

/** A value for a nullable JSON column: SQL null for undefined, and JSON's null for null. */
export function toJson(value: unknown) {
  if (value === undefined) return Prisma.DbNull
  return value === null ? Prisma.JsonNull : toJsonValue(value)
}

/** A value for a JSON column, as JSON would serialize it. */
export function toJsonValue(value: NonNullable<unknown>): Prisma.InputJsonValue {
  return JSON.parse(JSON.stringify(value))
}
