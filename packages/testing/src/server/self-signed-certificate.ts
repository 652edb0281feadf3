import { generate } from 'selfsigned'

/** A certificate for `localhost` that no authority signed, and its key, for a server of a test. */
export async function selfSignedCertificate(): Promise<{ cert: string; key: string }> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], { keySize: 2048 })
  return { cert, key }
}
