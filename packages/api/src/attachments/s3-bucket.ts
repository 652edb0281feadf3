import type { S3Client } from '@aws-sdk/client-s3'

export type S3Settings = {
  bucket: string
  /** Prefix of all keys, such as `assay/`; empty for none. */
  prefix: string
  /** Address of a server that is not Amazon's. */
  endpoint: string | undefined
  /** Undefined for the one of the standard files or roles. */
  region: string | undefined
}

/** The operations on objects that the attachment store needs; keys are without the prefix. */
export type Bucket = {
  put(key: string, bytes: Buffer): Promise<void>
  /** Null when there is no such object. */
  modifiedAt(key: string): Promise<Date | null>
  get(key: string): Promise<Buffer | null>
  /** The last bytes of the object. */
  getEnd(key: string, length: number): Promise<Buffer | null>
  /** An object that does not exist is not an error. */
  remove(key: string): Promise<void>
  list(prefix: string): AsyncIterable<string>
  /** First parts of all keys, up to the first slash. */
  folders(): Promise<string[]>
}

const REQUEST_TIMEOUT_MS = 30_000
const CONNECTION_TIMEOUT_MS = 5_000
const MAX_ATTEMPTS = 5

/** Credentials come from the standard variables, files or roles of AWS. */
export async function openBucket({ bucket, prefix, endpoint, region }: S3Settings): Promise<Bucket> {
  // The bundler of the pages must not include the client, which only the server of `npm start` loads.
  const s3 = await import(/* turbopackIgnore: true */ '@aws-sdk/client-s3')
  const client: S3Client = new s3.S3Client({
    // Servers other than Amazon's ignore the region, but signatures need one.
    ...(endpoint === undefined ? {} : { endpoint, region: region ?? 'us-east-1', forcePathStyle: true }),
    ...(region === undefined ? {} : { region }),
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: { requestTimeout: REQUEST_TIMEOUT_MS, connectionTimeout: CONNECTION_TIMEOUT_MS },
    // Contents are checked by their own SHA-256, and some servers do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const at = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` })
  const read = async (key: string, range: { Range: string } | undefined) => {
    const found = await orMissing(client.send(new s3.GetObjectCommand({ ...at(key), ...range })))
    return found?.Body === undefined ? null : Buffer.from(await found.Body.transformToByteArray())
  }
  async function* pages(options: { Prefix: string; Delimiter?: string }) {
    for (let token: string | undefined; ; ) {
      const page = await client.send(
        new s3.ListObjectsV2Command({ Bucket: bucket, ...options, ...(token && { ContinuationToken: token }) }),
      )
      yield page
      if (page.IsTruncated !== true) return
      token = page.NextContinuationToken
    }
  }
  return {
    put: async (key, bytes) => void (await client.send(new s3.PutObjectCommand({ ...at(key), Body: bytes }))),
    modifiedAt: async (key) => (await orMissing(client.send(new s3.HeadObjectCommand(at(key)))))?.LastModified ?? null,
    get: (key) => read(key, undefined),
    getEnd: (key, length) => read(key, { Range: `bytes=-${length}` }),
    remove: async (key) => void (await orMissing(client.send(new s3.DeleteObjectCommand(at(key))))),
    async *list(folder) {
      for await (const page of pages({ Prefix: `${prefix}${folder}` })) {
        for (const { Key = '' } of page.Contents ?? []) yield Key.slice(prefix.length)
      }
    },
    async folders() {
      const found: string[] = []
      for await (const page of pages({ Prefix: prefix, Delimiter: '/' })) {
        for (const { Prefix = '' } of page.CommonPrefixes ?? []) found.push(Prefix.slice(prefix.length, -1))
      }
      return found
    },
  }
}

/** Resolves to null when the object does not exist; a missing bucket is an error. */
async function orMissing<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Error && ['NoSuchKey', 'NotFound'].includes(error.name)) return null
    throw error
  }
}
