/** How the files of a dataset are written; what is absent is found in the files, or has its usual value. */
export interface FileFormatDefinition {
  /** The sheet of a workbook, or the table of a SQLite or DuckDB file. */
  readonly table?: string
  /** The separator of the cells of a CSV. */
  readonly delimiter?: string
  /** Names of encodings; each file is in the first that all of it fits. */
  readonly encoding?: readonly string[]
  /** The separator of the digits after the decimal point. */
  readonly decimal?: string
  /** The separator of groups of digits. */
  readonly thousands?: string
  /** How negative numbers are written, beside a sign before them: `(12.30)` or `12.30-`. */
  readonly negative?: 'PARENTHESES' | 'TRAILING_MINUS'
  /** Whether a CSV begins with the names of its columns. */
  readonly header?: boolean
  /** How many lines of a CSV come before the header. */
  readonly skipRows?: number
  /** Texts that stand for NULL. */
  readonly nulls?: readonly string[]
  /** A column with the name of the file. */
  readonly fileColumn?: string
  /** How many rows may be left out because they do not fit. */
  readonly maxBadRows?: number
}
