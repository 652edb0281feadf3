/** The row that an operation `delete` removed; null if there was none. */
export async function deletedRow<T>(deleting: Promise<T>): Promise<T | null> {
  try {
    return await deleting
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === NO_SUCH_ROW) return null
    throw error
  }
}

/** Prisma's error code for an operation on a row that does not exist. */
const NO_SUCH_ROW = 'P2025'
