import type { FileTable } from '@tributary/sql'

/** What a thread is to bring into memory. */
export interface LoadJob {
  readonly file: FileTable
  readonly columns: readonly string[]
  /** Rows are sorted by this column; null leaves them as they come. */
  readonly time: string | null
  /** Where times with a zone are read. */
  readonly timeZone: string
  /** Loading stops beyond. */
  readonly maxBytes: number
  /** One shared integer: 1 while the thread has an engine, which must not be cut off in its work. */
  readonly busy: Int32Array
}
