import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { type RunRecord, recordText, type SignedRecord } from '@assay/domain/experiments/run-record'
import { EXIT } from '../exit-code.ts'
import { Stop, stopOfSystemError, systemCode } from '../stop.ts'

/** Creates the key of a runner (Ed25519, PKCS 8 in PEM, mode 0600) unless the file exists. Returns its public key. */
export async function createRunnerKey(path: string): Promise<string> {
  const { privateKey } = generateKeyPairSync('ed25519')
  const text = privateKey.export({ format: 'pem', type: 'pkcs8' })
  try {
    await writeFile(path, text, { flag: 'wx', mode: 0o600 })
  } catch (cause) {
    if (systemCode(cause) !== 'EEXIST') throw stopOfSystemError(cause, path)
  }
  return publicKeyOf(await readRunnerKey(path))
}

/** @throws Stop when other users can read the file, or when it has no Ed25519 key. */
export async function readRunnerKey(path: string): Promise<KeyObject> {
  const text = await readPrivate(path)
  try {
    const key = createPrivateKey(text)
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // The message below has the next step.
  }
  throw new Stop(EXIT.usage, `${path} has no Ed25519 key. assay experiment key FILE creates one.`)
}

async function readPrivate(path: string): Promise<string> {
  try {
    if (((await stat(path)).mode & 0o077) === 0) return await readFile(path, 'utf8')
  } catch (cause) {
    throw stopOfSystemError(cause, path)
  }
  throw new Stop(EXIT.usage, `${path} can be read by other users. Protect it: chmod 600 ${path}`)
}

/** SPKI in base64. */
const publicKeyOf = (key: KeyObject): string =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64')

export const signRecord = (record: RunRecord, key: KeyObject): SignedRecord => ({
  record,
  signature: sign(null, Buffer.from(recordText(record)), key).toString('base64'),
  publicKey: publicKeyOf(key),
})
