import type { TenantTransaction } from '../../scope/tenant-client.ts'

/** Queues a job that delivers each message at a time, or now; workers see it when the transaction is committed. */
export async function requestDelivery(
  tx: TenantTransaction,
  projectId: string,
  messages: readonly string[],
  at: Date | null,
): Promise<void> {
  if (messages.length === 0) return
  await tx.$executeRaw`
    select ask_for_job_at('deliver', json_build_object('projectId', ${projectId}::uuid, 'deliveryId', id),
      'deliver ' || id, coalesce(${at}::timestamptz, current_timestamp))
    from unnest(${messages}::uuid[]) as m (id)`
}
