import { openApiPath } from '../../paths.ts'
import type { Problem } from '../../server/openapi-document.ts'
import button from '../../ui/button.module.css'
import { CodeBlock } from '../../ui/code-block.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import style from './api-screen.module.css'
import type { OpenApiModel } from './openapi-model.ts'
import { OperationCard } from './operation-card.tsx'
import { schemaAnchor } from './schema-anchor.ts'
import { SchemaFields } from './schema-fields.tsx'

/**
 * The OpenAPI document for people: every operation and every schema, rendered on the server. Each is folded, and its
 * anchor is inside, because a browser unfolds what contains the target of a link.
 */
export function ApiScreen({ model, problems }: { model: OpenApiModel; problems: readonly Problem[] }) {
  const operations = Object.entries(model.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const serverUrl = model.servers[0]?.url ?? ''
  return (
    <>
      <PageHeader
        title={`REST API with ${operations.length} operations`}
        summary={model.info.description}
        actions={
          <a className={button.button} href={openApiPath()}>
            OpenAPI 3.1 document
          </a>
        }
      />
      <Section title="Try it">
        <CodeBlock label="curl command" text={`curl ${serverUrl}/api/v1/projects`} />
        <p className={style.hint}>
          Uploads need the header <code>Authorization: Bearer $ASSAY_TOKEN</code>. Maintainers of a project create
          tokens under its settings; <code>npm start</code> prints where that of the demo is.
        </p>
      </Section>
      <Section title={`${operations.length} operations`} aside="each opens its parameters, body and responses">
        <div>
          {operations.map((one) => (
            <OperationCard key={one.operation.operationId} {...one} />
          ))}
        </div>
      </Section>
      <Section title="Problems" aside="the type of a problem document points here">
        <Problems problems={problems} />
      </Section>
      <Section title="Schemas">
        <div>
          {Object.entries(model.components.schemas).map(([name, schema]) => (
            <details key={name} className={style.folded}>
              <summary>
                <h3>{name}</h3> {schema.description}
              </summary>
              <div id={schemaAnchor(name)} className={style.body}>
                <SchemaFields schema={schema} />
              </div>
            </details>
          ))}
        </div>
      </Section>
    </>
  )
}

/** Every kind of error, at the address that problem documents have as their type. */
function Problems({ problems }: { problems: readonly Problem[] }) {
  return <DataTable caption="Problems" columns={COLUMNS} rows={problems} rowKey={({ code }) => code} />
}

const COLUMNS: Column<Problem>[] = [
  { key: 'code', header: 'Code', heads: true, cell: ({ code }) => <code id={`problem-${code}`}>{code}</code> },
  { key: 'status', header: 'Status', numeric: true, cell: ({ status }) => status },
  { key: 'title', header: 'Meaning', cell: ({ title }) => title },
]
