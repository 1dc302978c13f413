import type { ValueType } from '@tributary/expression'

/** A file, or the files of a pattern, and the table under which they are registered: `"catalog"."schema"."table"`. */
export interface FileTable extends FileToRead {
  readonly catalog: string
  readonly schema: string
  readonly table: string
}

/** Where the rows of a table are, and how they are written. */
export interface FileToRead {
  /**
   * A file that ends with `.parquet`, `.csv`, `.tsv`, `.txt`, `.json`, `.ndjson` or `.jsonl`, the texts also with `.gz` or `.zst`
   * after it; or with `.xlsx`, `.xlsm`, `.sqlite`, `.sqlite3`, `.db` or `.duckdb`. Relative to the working directory.
   */
  readonly path: string
  /** `*` in the path stands for any characters of a name, `**` for any folders. @defaultValue false */
  readonly isPattern?: boolean
  /**
   * The types of columns by name, of a text file also how they are written. The types of other columns of a text file are
   * inferred from its first rows; those of a Parquet file are in the file.
   */
  readonly columnTypes?: Readonly<Record<string, ValueType | ColumnReading>>
  /** Whether columns without a type in `columnTypes` are left out. @defaultValue false */
  readonly hasOnlyDeclared?: boolean
  /** How a text file is written. @defaultValue what the file shows, in UTF-8 */
  readonly format?: FileFormat
}

/** How the values of a column are written in a text file. */
export interface ColumnReading {
  readonly type: ValueType
  /** How dates and times are written, such as `dd.MM.yyyy`. @defaultValue as in ISO 8601 */
  readonly pattern?: string
  /** The digits after the point of a DECIMAL; a value with more does not fit. @defaultValue 2 */
  readonly scale?: number
  /** The sign, code or word that may stand before or after a number, such as `$`. @defaultValue none */
  readonly unit?: string
  /** Texts that stand for NULL in this column, beside those of the file. @defaultValue none */
  readonly nulls?: readonly string[]
}

/** How a text file is written, and which table of a file is meant. */
export interface FileFormat {
  /** The sheet of a workbook, or the table of a SQLite or DuckDB file. @defaultValue the only one */
  readonly table?: string
  /** The separator of the cells of a CSV. @defaultValue the one of `,` `;` tab `|` that the header has most of */
  readonly delimiter?: string
  /** Names of encodings as in the WHATWG standard; each file is in the first that all of it fits. @defaultValue utf-8 */
  readonly encoding?: readonly string[]
  /** The separator of the digits after the decimal point. @defaultValue `.` */
  readonly decimal?: string
  /** The separator of groups of digits; a blank stands for blanks of all kinds. @defaultValue none */
  readonly thousands?: string
  /** How negative numbers are written beside a sign before them: `(12.30)` or `12.30-`. @defaultValue no other way */
  readonly negative?: 'PARENTHESES' | 'TRAILING_MINUS'
  /** Whether the first row of a CSV has the names of the columns; otherwise they are `column0`, … @defaultValue true */
  readonly header?: boolean
  /** How many lines of a CSV come before the header. @defaultValue 0 */
  readonly skipRows?: number
  /** Texts that stand for NULL, beside nothing at all. @defaultValue none */
  readonly nulls?: readonly string[]
  /** A column with the name of the file: its path below the folder, or below the folders of the pattern without a `*`. @defaultValue none */
  readonly fileColumn?: string
  /** How many rows may be left out because a value does not fit, or a line has too many or too few cells. @defaultValue 0 */
  readonly maxBadRows?: number
}

/** How a column is read; null for one that is not declared. */
export function findColumnReading(
  { columnTypes = {} }: Pick<FileToRead, 'columnTypes'>,
  name: string,
): ColumnReading | null {
  const declared = Object.hasOwn(columnTypes, name) ? columnTypes[name] : undefined
  if (declared === undefined) return null
  return typeof declared === 'string' ? { type: declared } : declared
}
