import type { Channel, LoggedMessage, Message } from '../../trpc/api-types.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Facts } from '../../ui/facts.tsx'
import { formatDateAndTime } from '../../ui/format-date.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { ChannelActions, EditChannel, Redeliver } from './channel-forms.tsx'
import { KIND_LABELS, messageName, messageState } from './channel-labels.ts'
import { ChannelState } from './channels-screen.tsx'
import style from './notifications.module.css'

type Props = {
  project: string
  own: boolean
  channel: Channel
  messages: readonly Message[]
  /** The selected message of the log. */
  chosen: LoggedMessage | null
  hrefOf: (messageId: string) => string
  above: React.ReactNode
}

/** One channel: its subscription and the log of its messages. */
export function ChannelScreen({ project, own, channel, messages, chosen, hrefOf, above }: Props) {
  const { id, kind, name, shown, pausedAt, createdAt, createdBy } = channel
  const { events, products, hardware, directions, least, quiet, weekly, timeZone } = channel
  const options = { name, events, products, hardware, directions, least, quiet, weekly, timeZone }
  return (
    <>
      <PageHeader
        title={name}
        above={above}
        summary={`${KIND_LABELS[kind]}, ${shown}; created ${formatDateAndTime(createdAt)} by ${createdBy}`}
      />
      <Section title="State">
        <p>
          <ChannelState channel={channel} />
        </p>
        <ChannelActions project={project} id={id} own={own} paused={pausedAt !== null} signed={kind === 'webhook'} />
      </Section>
      <Section title="Messages" aside="of the last 30 days">
        {messages.length === 0 ? (
          <EmptyState title="No messages yet">
            <p>Send a test above, or wait for the next finding.</p>
          </EmptyState>
        ) : (
          <DataTable caption="Messages" columns={columns(hrefOf)} rows={messages} rowKey={({ id: key }) => key} />
        )}
      </Section>
      {chosen !== null && <ChosenMessage project={project} own={own} message={chosen} />}
      <Section title="Subscription">
        <EditChannel project={project} id={id} own={own} options={options} />
      </Section>
    </>
  )
}

const columns = (hrefOf: (messageId: string) => string): Column<Message>[] => [
  {
    key: 'what',
    header: 'Message',
    heads: true,
    cell: (message) => <a href={hrefOf(message.id)}>{messageName(message)}</a>,
  },
  { key: 'state', header: 'State', cell: messageState },
  { key: 'tries', header: 'Attempts', numeric: true, cell: ({ attempts }) => attempts },
  { key: 'made', header: 'Created', cell: ({ createdAt }) => formatDateAndTime(createdAt) },
  {
    key: 'arrived',
    header: 'Delivered',
    wideOnly: true,
    cell: ({ deliveredAt }) => (deliveredAt === null ? '' : formatDateAndTime(deliveredAt)),
  },
]

function ChosenMessage({ project, own, message }: { project: string; own: boolean; message: LoggedMessage }) {
  const { id, body, tries } = message
  return (
    <Section title={`Message: ${messageName(message)}`} id="message">
      <div className={style.parts}>
        <Facts
          facts={[
            { name: 'Id', value: <span className={style.body}>{id}</span> },
            { name: 'State', value: messageState(message) },
          ]}
        />
        {tries.length > 0 && (
          <DataTable caption="Attempts" columns={TRY_COLUMNS} rows={tries} rowKey={({ id: key }) => key} />
        )}
        {body !== null && <CodeBlock label="Message body" text={readable(body)} />}
        <Redeliver project={project} own={own} messageId={id} />
      </div>
    </Section>
  )
}

const TRY_COLUMNS: Column<LoggedMessage['tries'][number]>[] = [
  { key: 'at', header: 'When', heads: true, cell: ({ at }) => formatDateAndTime(at) },
  { key: 'status', header: 'Status', cell: ({ status, delivered }) => status ?? (delivered ? 'accepted' : 'none') },
  { key: 'took', header: 'Duration', numeric: true, cell: ({ tookMs }) => `${tookMs} ms` },
  { key: 'reply', header: 'Response', cell: ({ reply }) => <span className={style.body}>{reply.slice(0, 300)}</span> },
]

/** Formats JSON with indentation; truncated JSON is returned unchanged. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
