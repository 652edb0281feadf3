import { plural } from '@assay/domain/plural'
import type { Channel, OwnChannel } from '../../trpc/api-types.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Section } from '../../ui/section.tsx'
import { CreateChannel } from './channel-forms.tsx'
import { describeSubscription, KIND_LABELS } from './channel-labels.ts'
import style from './notifications.module.css'

type Props<Row extends Channel> = {
  channels: readonly Row[]
  hrefOf: (channel: Row) => string
  /** Null for a person's own channels; `projects` are then those that they can read. */
  project: string | null
  projects?: readonly { key: string; name: string }[]
  mail: boolean
}

/** Notification channels with their state, and a form for a new one. */
export function ChannelsScreen<Row extends Channel | OwnChannel>({
  channels,
  hrefOf,
  project,
  projects = [],
  mail,
}: Props<Row>) {
  return (
    <>
      <Section title="Channels">
        {channels.length === 0 ? (
          <EmptyState title="No notification channels yet">
            <p>Create a channel below. It gets one message for each finding, regardless of the number of tests.</p>
          </EmptyState>
        ) : (
          <DataTable caption="Channels" columns={columns(hrefOf)} rows={channels} rowKey={({ id }) => id} />
        )}
      </Section>
      <Section title="New channel">
        {project === null && projects.length === 0 ? (
          <p>You cannot read any project yet.</p>
        ) : (
          <CreateChannel project={project} projects={projects} mail={mail} />
        )}
      </Section>
    </>
  )
}

const columns = <Row extends Channel | OwnChannel>(hrefOf: (channel: Row) => string): Column<Row>[] => [
  {
    key: 'name',
    header: 'Name',
    heads: true,
    cell: (channel) => (
      <>
        <a href={hrefOf(channel)}>{channel.name}</a>{' '}
        {'projectName' in channel && <small className={style.faint}>{channel.projectName}</small>}
      </>
    ),
  },
  { key: 'kind', header: 'Kind', wideOnly: true, cell: ({ kind }) => KIND_LABELS[kind] },
  { key: 'address', header: 'Address', cell: ({ shown }) => <span className={style.body}>{shown}</span> },
  { key: 'subscription', header: 'Subscription', wideOnly: true, cell: (channel) => describeSubscription(channel) },
  { key: 'state', header: 'State', cell: (channel) => <ChannelState channel={channel} /> },
]

export function ChannelState({ channel: { pausedAt, pausedWhy, failures } }: { channel: Channel }) {
  if (pausedAt !== null) return <span className={style.paused}>paused{pausedWhy !== null && `: ${pausedWhy}`}</span>
  return failures === 0 ? 'on' : `on; failed ${plural(failures, 'time')} since it last worked`
}
