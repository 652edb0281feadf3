import { parquetWriteBuffer } from 'hyparquet-writer'

export type ParquetColumn = Parameters<typeof parquetWriteBuffer>[0]['columnData'][number]

/** Writes a Parquet file; `rest` are further options of hyparquet-writer, such as `codec`. */
export const writeParquet = (columnData: ParquetColumn[], rest: object = {}): Buffer =>
  Buffer.from(parquetWriteBuffer({ columnData, ...rest }))
