import { strToU8, zipSync } from 'fflate'

/** Packs files into a zip archive; contents that are bytes may be archives themselves. */
export const packZip = (files: Readonly<Record<string, string | Uint8Array>>): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([path, content]) => [
          path,
          typeof content === 'string' ? strToU8(content) : new Uint8Array(content),
        ]),
      ),
    ),
  )
