/** Time limit of a thread that reads a Parquet file, because a damaged one can make the reader run forever. */
export const MAX_PARQUET_SECONDS = 20
