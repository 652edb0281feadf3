import type { JsonSchema } from './openapi-model.ts'
import style from './schema-type.module.css'
import { schemaAnchor } from './schema-anchor.ts'
import { typeParts } from './type-text.ts'

/** The type of a schema, with links to the schemas that it names. */
export function SchemaType({ schema }: { schema: JsonSchema }) {
  return (
    <code className={style.type}>
      {typeParts(schema).map((part, index) =>
        // Parts have no identity but their place.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is drawn once by the server
        typeof part === 'string' ? part : <a key={index} href={`#${schemaAnchor(part.schema)}`}>{part.schema}</a>,
      )}
    </code>
  )
}
