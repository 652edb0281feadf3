import type { JsonSchema } from './openapi-model.ts'
import style from './schema-fields.module.css'
import { SchemaType } from './schema-type.tsx'

/** The fields of an object, nested objects below their own field. */
export function SchemaFields({ schema }: { schema: JsonSchema }) {
  const object = objectWithin(schema)
  if (object === null) return <SchemaType schema={schema} />
  return (
    <dl className={style.fields}>
      {Object.entries(object.properties ?? {}).map(([name, field]) => (
        <div key={name} className={style.field}>
          <dt>
            <code>{name}</code>
            {!object.required?.includes(name) && <span className={style.optional}>optional</span>}
          </dt>
          <dd>
            {objectWithin(field) === null && <SchemaType schema={field} />}
            {field.description && <span className={style.about}>{field.description}</span>}
            {objectWithin(field) !== null && (
              <>
                {field.type === 'array' && <span className={style.about}>a list of</span>}
                <SchemaFields schema={field} />
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Returns the schema itself, or the items of a list, when that is an object with named fields. */
function objectWithin(schema: JsonSchema): JsonSchema | null {
  if (schema.properties !== undefined) return schema
  if (schema.type === 'array' && schema.items !== undefined) return objectWithin(schema.items)
  return null
}
