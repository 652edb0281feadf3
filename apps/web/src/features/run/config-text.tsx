import type { Config } from '../../trpc/api-types.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Section } from '../../ui/section.tsx'

type Setting = { name: string; value: string }

/** The text of a config, and the settings in it that Assay parsed. */
export function ConfigText({ config }: { config: Config }) {
  const settings = Object.entries(config.settings).map(([name, value]): Setting => ({ name, value }))
  return (
    <Section title="Config" aside={config.name}>
      {settings.length > 0 && (
        <DataTable<Setting>
          caption={`Settings of ${config.name}`}
          rows={settings}
          rowKey={({ name }) => name}
          columns={[
            { key: 'name', header: 'Setting', heads: true, cell: ({ name }) => <code>{name}</code> },
            { key: 'value', header: 'Value', cell: ({ value }) => <code>{value}</code> },
          ]}
        />
      )}
      {config.text !== null && <CodeBlock label={`text of ${config.name}`} text={config.text} />}
      {settings.length === 0 && config.text === null && (
        <p>
          Only the name was uploaded. Send <code>config.text</code> or <code>config.settings</code> with the next run to
          keep the file too.
        </p>
      )}
    </Section>
  )
}
