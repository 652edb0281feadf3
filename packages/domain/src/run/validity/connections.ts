/** Programs without a server: their threads wait for a device, or do the work themselves. */
const WITHOUT_SERVER = /^(?:fio|google[ _-]?benchmark)$/i

/**
 * Connections per client of a test: the number in the upload, else that of the Insert Benchmark (2 on l.i1 and l.i2,
 * where deletes run concurrently with inserts, 3 on qr* and qp*), else 1; 0 for a program without a server.
 */
export function connectionsOf(
  benchmark: string,
  { name, connectionsPerClient }: { name: string; connectionsPerClient?: number | null | undefined },
): number {
  if (WITHOUT_SERVER.test(benchmark)) return 0
  if (connectionsPerClient != null) return connectionsPerClient
  if (!/^(?:insert benchmark|ibench|iibench)$/i.test(benchmark)) return 1
  if (/^l\.i[12]$/.test(name)) return 2
  return /^q[rp]\d+(?:\.L\d+)?$/.test(name) ? 3 : 1
}
