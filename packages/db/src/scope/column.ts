import { z } from 'zod'

// Statements in hot paths return arrays of up to millions of values. One function tests each value of such an array,
// which takes an eighth of the time of zod's arrays and less than a tenth of the time to parse the JSON.
// (docs/decisions/163-parsed-rows.md)

/** The schema of a long array. */
export const column = <T>(isValue: (value: unknown) => value is T): z.ZodType<T[]> =>
  z.custom<T[]>((values) => Array.isArray(values) && values.every(isValue), 'the array has a value of another type')

export const isString = (value: unknown): value is string => typeof value === 'string'

export const isNumber = (value: unknown): value is number => typeof value === 'number'

export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'

/** Returns a test that also accepts null. */
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

/** Returns a test for an array of fixed length, such as a row of values. */
export const isTuple =
  <T extends readonly unknown[]>(...tests: { [I in keyof T]: (value: unknown) => value is T[I] }) =>
  (value: unknown): value is T =>
    Array.isArray(value) && value.length === tests.length && tests.every((isValue, i) => isValue(value[i]))
