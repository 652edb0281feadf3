/** The row that an operation `delete` removed; null when there was none. */
export async function deletedRow<T>(deleting: Promise<T>): Promise<T | null> {
  try {
    return await deleting
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === NO_SUCH_ROW) return null
    throw error
  }
}

/** Prisma's code for an operation on one row that is not there. */
const NO_SUCH_ROW = 'P2025'
