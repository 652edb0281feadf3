import type { ServerResponse } from 'node:http'

const NAME = 'content-type'
/** Media types whose text a reader would otherwise decode by guessing. */
const TEXT = /^(?:text\/|(?:application|image)\/(?:[\w.-]+\+)?xml\b)/i

/** Adds `charset=utf-8`, in which all our texts are written, to a media type of text that names no other charset. */
export const withCharset = (type: string): string =>
  TEXT.test(type) && !/;\s*charset=/i.test(type) ? `${type}; charset=utf-8` : type

/** Completes the media type of a response when its head is written; returns the arguments of `writeHead`. */
export function completeContentType(response: ServerResponse, args: unknown[]): unknown[] {
  const set = response.getHeader(NAME)
  if (typeof set === 'string') response.setHeader(NAME, withCharset(set))
  return args.map((arg) => (Array.isArray(arg) ? completePairs(arg) : isHeaders(arg) ? completeHeaders(arg) : arg))
}

const isHeaders = (arg: unknown): arg is Record<string, unknown> => typeof arg === 'object' && arg !== null

const completeHeaders = (headers: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, completed(name, value)]))

/** Headers as a list of names and values in turns. */
const completePairs = (pairs: readonly unknown[]) =>
  pairs.map((value, at) => (at % 2 === 1 ? completed(pairs[at - 1], value) : value))

const completed = (name: unknown, value: unknown) =>
  typeof name === 'string' && name.toLowerCase() === NAME && typeof value === 'string' ? withCharset(value) : value
