/**
 * Sends all statements before the first is answered; connections of the pool are opened in pg's pipeline mode.
 *
 * @throws the first error, after all statements are answered, because the connection must not be reused before.
 */
export async function pipelined<S, R>(statements: readonly S[], send: (statement: S) => Promise<R>): Promise<R[]> {
  const outcomes = await Promise.allSettled(statements.map(send))
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  })
}
