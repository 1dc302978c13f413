import { doubleQuoteName } from '../../../text/names.ts'
import type { FileToRead } from './file-table.ts'
import { readJsonTypes } from './json.ts'
import { openFirstText, type RawContext, type RawPart, rawParts } from './raw-parts.ts'
import { rawSql } from './reader.ts'

/** The first rows of files, as texts by column. */
export interface FileSample {
  /** How many rows were looked at. */
  readonly rows: number
  readonly columns: readonly SampledColumn[]
}

/** The values of a column in the first rows, as texts. */
export interface SampledColumn {
  readonly name: string
  /** Its type in the file; null where every value is a text. */
  readonly type: string | null
  /** The type that its values have in JSON; null for another file. */
  readonly jsonType: string | null
  /** How many of the rows have a value. */
  readonly filled: number
  /** Some of its values and how often each is there; empty for values that are no texts, numbers or times. */
  readonly texts: ReadonlyMap<string, number>
}

const SAMPLED_ROWS = 10_000

/** Different values that are looked at. */
const MOST_TEXTS = 2_000

/** Reads the first rows of files. */
export async function sampleFile(file: FileToRead, context: RawContext): Promise<FileSample> {
  const parts = await rawParts(file, context)
  const names = parts[0]!.names.filter((name) => parts.every((part) => part.names.includes(name)))
  const jsonTypes = await findJsonTypes(file, context)
  const columns = names.map((name) => ({
    name,
    type: findPartType(parts, name),
    jsonType: jsonTypes.get(name) ?? null,
  }))
  const readable = columns.flatMap(({ name, type }, i) =>
    type !== null && NESTED.test(type) ? [] : [{ name, i }],
  )
  const { rows, values } = await readValues(parts, readable, context)
  return {
    rows,
    columns: columns.map((column, i) => ({
      ...column,
      filled: 0,
      texts: new Map(),
      ...values.get(i),
    })),
  }
}

const NESTED = /\[|^(STRUCT|MAP|UNION|BLOB|GEOMETRY)/

function findPartType([part]: readonly RawPart[], name: string): string | null {
  return part?.types?.[part.names.indexOf(name)] ?? null
}

async function findJsonTypes(
  file: FileToRead,
  context: RawContext,
): Promise<ReadonlyMap<string, string>> {
  const first = await openFirstText(file, context)
  if (first?.kind !== 'JSON') return new Map()
  // A hint only: the values are read as texts.
  return readJsonTypes(context.connection, first.text).catch(() => new Map())
}

type Values = Pick<SampledColumn, 'filled' | 'texts'>

/** The columns are put one below the other: one statement is then as good for hundreds of them as for one. */
async function readValues(
  parts: readonly RawPart[],
  columns: readonly { readonly name: string; readonly i: number }[],
  { connection }: RawContext,
): Promise<{ readonly rows: number; readonly values: ReadonlyMap<number, Values> }> {
  const first = `${rawSql(
    parts,
    columns.map(({ name }) => name),
  )} LIMIT ${SAMPLED_ROWS}`
  const counted = await connection.runAndReadAll(`SELECT count(*) FROM (SELECT 1 FROM ${first})`)
  const rows = Number(counted.getRows()[0]?.[0] ?? 0)
  if (columns.length === 0) return { rows, values: new Map() }
  const texts = columns.map(
    ({ name, i }) => `NULLIF(CAST(${doubleQuoteName(name)} AS VARCHAR), '') AS "${i}"`,
  )
  const places = columns.map(({ i }) => `"${i}"`).join(', ')
  const wide = `(SELECT ${texts.join(', ')} FROM ${first})`
  const long = `(SELECT CAST("place" AS INT) AS "place", "text" FROM (SELECT * FROM ${wide} UNPIVOT ("text" FOR "place" IN (${places}))))`
  const result = await connection.runAndReadAll(
    `SELECT "place", CAST(sum(n) AS BIGINT), list("text")[1:${MOST_TEXTS}], list(n)[1:${MOST_TEXTS}]
     FROM (SELECT "place", "text", count(*) AS n FROM ${long} GROUP BY ALL) GROUP BY "place"`,
  )
  const values = result.getRowsJson().map(([place, filled, list, counts]): [number, Values] => {
    const numbers = counts as readonly unknown[]
    const entries = (list as readonly string[]).map((text, i): [string, number] => [
      text,
      Number(numbers[i]),
    ])
    return [Number(place), { filled: Number(filled), texts: new Map(entries) }]
  })
  return { rows, values: new Map(values) }
}
