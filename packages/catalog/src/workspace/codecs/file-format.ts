import { Type } from 'typebox'
import type { FileFormatDefinition } from '../../definitions/file-format.ts'
import { closed, type InFile, text } from './parts.ts'

/** A file of a dataset, or a pattern of several. */
export const datasetFile = Type.String({
  description:
    "Path of the file below the datasource's root: Parquet, CSV, TSV, TXT, JSON or NDJSON, the texts also with .gz or .zst; XLSX, SQLite or DuckDB. * stands for any characters of a name, ** for any folders.",
  pattern:
    '\\.([Pp][Aa][Rr][Qq][Uu][Ee][Tt]|[Xx][Ll][Ss][XxMm]|[Ss][Qq][Ll][Ii][Tt][Ee]3?|[Dd][Bb]|[Dd][Uu][Cc][Kk][Dd][Bb]|([CcTt][Ss][Vv]|[Tt][Xx][Tt]|[Jj][Ss][Oo][Nn]|[Nn][Dd][Jj][Ss][Oo][Nn]|[Jj][Ss][Oo][Nn][Ll])(\\.([Gg][Zz]|[Zz][Ss][Tt]))?)$',
  patternErrorMessage:
    'a path that ends with .parquet, .csv, .tsv, .txt, .json, .ndjson or .jsonl, the texts also with .gz or .zst, or with .xlsx, .xlsm, .sqlite, .sqlite3, .db or .duckdb',
})

const separator = (description: string) =>
  Type.Optional(Type.String({ description, minLength: 1, maxLength: 1 }))

/** How the files of a dataset are written. */
export const fileFormatSchema = Type.Object(
  {
    table: Type.Optional(
      text(
        'The sheet of a workbook, or the table of a SQLite or DuckDB file. Default: the only one.',
      ),
    ),
    delimiter: Type.Optional(
      Type.String({
        description:
          'What separates the cells of a CSV. Default: the one of comma, semicolon, tab and bar that the header has most of.',
        minLength: 1,
        maxLength: 4,
      }),
    ),
    encoding: Type.Optional(
      Type.Union(
        [
          text('Name of an encoding.'),
          Type.Array(text('Name of an encoding.'), {
            description: 'Each file is in the first that all of it fits.',
            minItems: 1,
          }),
        ],
        {
          description:
            'How the text is encoded: utf-8, windows-1252, utf-16le or another name of the WHATWG standard. Default: utf-8, or what the byte order mark says.',
        },
      ),
    ),
    decimal: separator('What separates the digits after the point. Default: a point.'),
    thousands: separator(
      'What separates groups of digits; a blank stands for blanks of all kinds, an apostrophe for curly ones too. Default: nothing may.',
    ),
    negative: Type.Optional(
      Type.Enum(['PARENTHESES', 'TRAILING_MINUS'], {
        description:
          'How negative numbers are written in addition to a sign before them: (12.30) or 12.30-.',
      }),
    ),
    header: Type.Optional(
      Type.Boolean({
        description:
          'Whether a CSV begins with the names of its columns; otherwise they are column0, column1, … Default: true.',
      }),
    ),
    skipRows: Type.Optional(
      Type.Integer({
        description: 'How many lines of a CSV come before the header. Default: 0.',
        minimum: 0,
        maximum: 1000,
      }),
    ),
    nulls: Type.Optional(
      Type.Array(text('A text.'), {
        description: 'Texts that stand for no value, beside an empty cell.',
      }),
    ),
    fileColumn: Type.Optional(
      text('A further column, with the path of the file below the first folder with a *.'),
    ),
    maxBadRows: Type.Optional(
      Type.Integer({
        description:
          'How many rows may be left out because a value does not fit its column, or a line has too many or too few cells. Default: 0.',
        minimum: 0,
      }),
    ),
  },
  { ...closed, description: 'How the files are written, where it is not the usual way.' },
)

type FileFormatInFile = InFile<typeof fileFormatSchema>

/** A format as it is written in a workspace file. */
export function decodeFileFormat({ encoding, ...fields }: FileFormatInFile): FileFormatDefinition {
  if (encoding === undefined) return fields
  return { ...fields, encoding: typeof encoding === 'string' ? [encoding] : encoding }
}

/** The format as a workspace file has it; null for the usual one. */
export function encodeFileFormat({
  encoding,
  ...fields
}: FileFormatDefinition): FileFormatInFile | null {
  const names = encoding?.length === 1 ? encoding[0]! : encoding
  const raw = { ...fields, ...(names !== undefined && { encoding: names }) }
  return Object.keys(raw).length === 0 ? null : raw
}
