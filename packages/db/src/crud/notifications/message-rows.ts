import { z } from 'zod'
import type { Prisma } from '../../scope/prisma.ts'
import { MESSAGE_STATES, type Message } from './notification-types.ts'

/** The columns of a message that members can see. */
export const MESSAGE = {
  id: true,
  channelId: true,
  subscriptionId: true,
  kind: true,
  findingId: true,
  occasion: true,
  state: true,
  attempts: true,
  nextAt: true,
  createdAt: true,
  deliveredAt: true,
  note: true,
} satisfies Prisma.MessageSelect

const State = z.enum(MESSAGE_STATES)

export const asMessage = ({
  nextAt,
  createdAt,
  deliveredAt,
  ...row
}: Prisma.MessageGetPayload<{ select: typeof MESSAGE }>): Message => ({
  ...row,
  state: State.parse(row.state),
  nextAt: nextAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
  deliveredAt: deliveredAt?.toISOString() ?? null,
})
