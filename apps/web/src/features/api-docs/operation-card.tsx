import { Badge } from '../../ui/badge.tsx'
import folded from './api-screen.module.css'
import type { Operation } from './openapi-model.ts'
import style from './operation-card.module.css'
import { SchemaFields } from './schema-fields.tsx'
import { SchemaType } from './schema-type.tsx'

type Props = { method: string; path: string; operation: Operation }

/** One operation: description, parameters, body and responses. */
export function OperationCard({ method, path, operation }: Props) {
  const needsToken = operation.security.every((way) => Object.keys(way).length > 0)
  return (
    <details className={folded.folded}>
      <summary>
        <h3>
          <span className={style.method}>{method.toUpperCase()}</span> <code>{path}</code>
        </h3>{' '}
        {operation.summary} {needsToken && <Badge tone="accent">token</Badge>}
      </summary>
      <div id={operation.operationId} className={folded.body}>
        {operation.description && <p>{operation.description}</p>}
        {operation.parameters.length > 0 && (
          <>
            <h4 className={style.part}>Parameters</h4>
            <ul className={style.list}>
              {operation.parameters.map(({ name, in: where, required, description, schema }) => (
                <li key={`${where} ${name}`}>
                  <code>{name}</code> <SchemaType schema={schema} />{' '}
                  <span className={style.faint}>
                    in {where}
                    {required ? '' : ', optional'}
                    {description && `: ${description}`}
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
        {operation.requestBody && (
          <>
            <h4 className={style.part}>Body</h4>
            <ul className={style.list}>
              {Object.entries(operation.requestBody.content).map(([mediaType, { schema }]) => (
                <li key={mediaType}>
                  <code>{mediaType}</code> {schema && <SchemaType schema={schema} />}
                </li>
              ))}
            </ul>
          </>
        )}
        <h4 className={style.part}>Responses</h4>
        <ul className={style.list}>
          {Object.entries(operation.responses).map(([status, { description, content }]) => (
            <li key={status}>
              <code>{status}</code> <span className={style.faint}>{description}</span>
              {Object.entries(content ?? {}).map(([mediaType, { schema }]) => (
                <div key={mediaType} className={style.answer}>
                  <code>{mediaType}</code> {schema && <SchemaFields schema={schema} />}
                </div>
              ))}
            </li>
          ))}
        </ul>
      </div>
    </details>
  )
}
