import type { UploadDocument } from '../run/upload-document.ts'

/**
 * The settings that all configs with one name agree on. Files with the same name differ between versions of a server,
 * where settings are added and removed; a setting that only some of them have is not a property of the name.
 */
export function commonSettings(all: readonly Readonly<Record<string, string>>[]): Record<string, string> {
  const [first = {}, ...others] = all
  return Object.fromEntries(
    Object.entries(first).filter(([key, value]) => others.every((other) => other[key] === value)),
  )
}

/** Gives all runs with the same config name the same settings, because a config is identified by its name. */
export function agreeOnSettings(documents: readonly UploadDocument[]): UploadDocument[] {
  const keyOf = ({ product, config }: UploadDocument) => JSON.stringify([product, config.name])
  const agreed = new Map(
    [...Map.groupBy(documents, keyOf)].map(([key, same]) => [
      key,
      commonSettings(same.flatMap(({ config }) => (config.settings === undefined ? [] : [config.settings]))),
    ]),
  )
  return documents.map((document) => {
    if (document.config.settings === undefined) return document
    return { ...document, config: { ...document.config, settings: agreed.get(keyOf(document)) ?? {} } }
  })
}
