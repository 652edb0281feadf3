import type { JsonSchema } from './openapi-model.ts'
import { schemaAnchor } from './schema-anchor.ts'
import style from './schema-type.module.css'
import { type TypeFragment, typeFragments } from './type-text.ts'

/** The type of a schema, with links to the schemas that it references. */
export function SchemaType({ schema }: { schema: JsonSchema }) {
  return (
    <code className={style.type}>
      {typeFragments(schema).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts may be equal, so only their index is unique
        <Part key={`${index} ${typeof part === 'string' ? part : part.schema}`} part={part} />
      ))}
    </code>
  )
}

function Part({ part }: { part: TypeFragment }) {
  return typeof part === 'string' ? part : <a href={`#${schemaAnchor(part.schema)}`}>{part.schema}</a>
}
