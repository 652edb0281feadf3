import { z } from 'zod'

// Statements that are measured answer with arrays of up to millions of values. One function tests each value of such an
// array, which costs an eighth of what zod's own arrays cost and less than a tenth of reading its JSON.
// (docs/decisions/163-parsed-rows.md)

/** The schema of a long array. */
export const column = <T>(isValue: (value: unknown) => value is T): z.ZodType<T[]> =>
  z.custom<T[]>((values) => Array.isArray(values) && values.every(isValue), 'the array has a value of another type')

export const isString = (value: unknown): value is string => typeof value === 'string'

export const isNumber = (value: unknown): value is number => typeof value === 'number'

export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'

/** Also accepts null. */
export const orNull =
  <T>(isValue: (value: unknown) => value is T) =>
  (value: unknown): value is T | null =>
    value === null || isValue(value)

export const isArrayOf =
  <T>(isValue: (value: unknown) => value is T) =>
  (value: unknown): value is T[] =>
    Array.isArray(value) && value.every(isValue)

export const isRecordOf =
  <T>(isValue: (value: unknown) => value is T) =>
  (value: unknown): value is Record<string, T> =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isValue)

/** An array of fixed length, such as a row that is written as one. */
export const isTuple =
  <T extends readonly unknown[]>(...tests: { [I in keyof T]: (value: unknown) => value is T[I] }) =>
  (value: unknown): value is T =>
    Array.isArray(value) && value.length === tests.length && tests.every((isValue, i) => isValue(value[i]))
