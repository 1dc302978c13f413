import type { FileFormatDefinition } from '@tributary/catalog'
import type { BadRows, ColumnFacts, DuckDb, FileFacts, FileSample, OddText } from '@tributary/sql'
import { SqlError } from '@tributary/sql'
import { isKeyName } from './column-words.ts'
import {
  type ColumnTexts,
  type GuessedColumn,
  type GuessedReading,
  guessReadings,
  isTotalWord,
  type LeftOutColumn,
  toColumnName,
  toColumnReading,
} from './guess-columns.ts'
import type { GuessedConvention } from './guess-numbers.ts'

/** Files that are one table, as they are looked at. */
export interface TableFiles {
  /** Absolute. */
  readonly path: string
  readonly isPattern: boolean
  /** How they are written, as far as that is said or found before. */
  readonly format: FileFormatDefinition
}

/** How the files of a table are read, what is in them, and what was decided. */
export interface InspectedTable {
  readonly rows: number
  readonly columns: readonly GuessedColumn[]
  readonly leftOut: readonly LeftOutColumn[]
  readonly format: FileFormatDefinition
  /** Sentences about how the files are written, each with the key to change. */
  readonly notes: readonly string[]
  /** Rows that add up the others; null for none. */
  readonly totals: TotalRows | null
}

/** Rows that add up the others: those with a word in a column of texts. */
export interface TotalRows {
  readonly column: string
  readonly word: string
}

/** How often values that do not fit are looked at again. */
const MOST_ROUNDS = 6

/** Looks at the first rows of files, guesses how they are read, and holds the guess to all rows. */
export async function inspectTable(engine: DuckDb, files: TableFiles): Promise<InspectedTable> {
  const layout = await engine.guessLayout(files)
  const format = pickKeys(files.path, { ...layout.format, ...files.format })
  const settle = async (fileFormat: FileFormatDefinition): Promise<InspectedTable> => {
    const file = { ...files, format: fileFormat }
    const sample = await engine.sampleFile(file)
    const settled = await settleReadings(engine, file, sample, layout.delimiter)
    const table = await finishReadings(engine, file, settled)
    return markTotals(engine, file, table, sample)
  }
  try {
    const table = await settle(format)
    return { ...table, notes: [...layout.notes, ...table.notes] }
  } catch (error) {
    const bad = await countBadLines(engine, { ...files, format }, error)
    if (bad === null) throw error
    const table = await settle({ ...format, maxBadRows: bad.count })
    const many = bad.count === 1 ? '1 line is' : `${bad.count} lines are`
    const note = `${many} no rows and left out (maxBadRows: ${table.format.maxBadRows}); the first: ${bad.first}`
    return { ...table, notes: [...layout.notes, note, ...table.notes] }
  }
}

/** The keys of a format that say something about a file of its kind. */
function pickKeys(path: string, format: FileFormatDefinition): FileFormatDefinition {
  if (/\.(csv|tsv|txt)(\.\w+)?$/i.test(path)) return format
  if (/\.xls[xm]$/i.test(path)) {
    const { delimiter: _, encoding: __, ...sheet } = format
    return sheet
  }
  const { delimiter: _, header: __, skipRows: ___, ...others } = format
  const { maxBadRows: ____, encoding: _____, ...typed } = others
  return /\.(parquet|sqlite3?|db|duckdb)$/i.test(path) ? typed : others
}

/** The lines that need not be rows: three, or one of a hundred. */
const FEW_LINES = { count: 3, share: 0.01 }

/** The lines that are no rows, after an error about one; null where there are many, and for another error. */
async function countBadLines(
  engine: DuckDb,
  { path, isPattern, format }: TableFiles,
  error: unknown,
): Promise<BadRows | null> {
  const isAboutLine = error instanceof SqlError && /line \d+/.test(error.message)
  if (!isAboutLine || format.maxBadRows !== undefined) return null
  const bad = await engine.badLines({ path, isPattern, format }).catch(() => null)
  if (bad === null || bad.first === null) return null
  const lenient = { ...format, maxBadRows: bad.count }
  const file = { path, isPattern, format: lenient, columnTypes: {}, hasOnlyDeclared: true }
  const { rows } = await engine.measureFile(file, { exact: new Set(), leavesOutBadRows: false })
  const most = Math.max(FEW_LINES.count, Math.floor(rows * FEW_LINES.share))
  return bad.count <= most && bad.count <= rows ? bad : null
}

interface SettledReadings {
  readonly readings: readonly GuessedReading[]
  readonly convention: GuessedConvention
  readonly leftOut: readonly LeftOutColumn[]
  readonly odd: ReadonlyMap<string, readonly OddText[]>
  readonly facts: FileFacts
  readonly exact: ReadonlySet<string>
}

/** Guesses, holds the guess to all rows, and guesses again with the values that did not fit, until all do. */
async function settleReadings(
  engine: DuckDb,
  file: TableFiles,
  sample: FileSample,
  delimiter: string | null,
): Promise<SettledReadings> {
  const odd = new Map<string, readonly OddText[]>()
  const facts = new Map<string, ColumnFacts>()
  const measured = new Map<string, string>()
  const exact = findCountedColumns(sample)
  /** Columns of which the engine refuses values that seem to fit, or that need too many guesses. */
  const forced = new Set<string>()
  let rows = 0
  for (let round = 1; ; round++) {
    const columns = sample.columns.map((column) => addOddTexts(column, odd, facts))
    const guess = guessReadings(columns, delimiter)
    const readings = guess.columns.map((reading) =>
      forced.has(reading.name) ? toTexts(reading) : reading,
    )
    const style = JSON.stringify(guess.convention)
    const changed = readings.filter(
      (reading) => measured.get(reading.name) !== JSON.stringify([reading, style]),
    )
    if (changed.length > 0 || round === 1) {
      const options = { exact, leavesOutBadRows: false }
      const read = await engine.measureFile(toFile(file, changed, guess.convention), options)
      rows = read.rows
      for (const [name, column] of read.columns) facts.set(name, column)
      for (const reading of changed) measured.set(reading.name, JSON.stringify([reading, style]))
    }
    const suspects = changed.filter(({ name }) => (facts.get(name)?.bad ?? 0) > 0)
    if (suspects.length === 0) {
      const all: FileFacts = { rows, badRows: 0, columns: facts }
      return {
        readings,
        convention: guess.convention,
        leftOut: guess.leftOut,
        odd,
        facts: all,
        exact,
      }
    }
    const texts = await engine.oddTexts(toFile(file, suspects, guess.convention))
    for (const { name, misfits } of suspects) {
      const refused = texts.filter(({ column }) => column === name)
      const before = odd.get(name) ?? []
      const fresh = refused.filter(({ text }) => !before.some((oddText) => oddText.text === text))
      odd.set(name, [...before, ...fresh])
      const seemsToFit = refused.some(
        ({ text }) => isSampled(columns, name, text) && !misfits.includes(text),
      )
      if (seemsToFit || round >= MOST_ROUNDS) forced.add(name)
    }
  }
}

function isSampled(columns: readonly ColumnTexts[], column: string, text: string): boolean {
  return columns.find(({ name }) => name === column)?.texts.has(text) ?? false
}

/** The sampled column with the texts that did not fit, and with the number of all its values. */
function addOddTexts(
  column: ColumnTexts,
  odd: ReadonlyMap<string, readonly OddText[]>,
  facts: ReadonlyMap<string, ColumnFacts>,
): ColumnTexts {
  const some = odd.get(column.name) ?? []
  const { filled = column.filled } = facts.get(column.name) ?? {}
  if (some.length === 0) return { ...column, filled: Math.max(filled, column.filled) }
  const texts = new Map(column.texts)
  for (const { text, count } of some) texts.set(text, count)
  return { ...column, filled: Math.max(filled, column.filled), texts }
}

/** As texts, where values do not fit again and again. */
function toTexts({ name, type }: GuessedReading): GuessedReading {
  const reason = type === 'VARCHAR' ? 'texts' : 'texts of several kinds'
  return { name, type: 'VARCHAR', nulls: [], misfits: [], alternative: null, reason }
}

function toFile(
  { path, isPattern, format }: TableFiles,
  readings: readonly GuessedReading[],
  convention: GuessedConvention,
) {
  return {
    path,
    isPattern,
    hasOnlyDeclared: true,
    format: { ...format, ...toStyle(convention) },
    columnTypes: Object.fromEntries(
      readings.map((reading) => [reading.name, toColumnReading(reading)]),
    ),
  }
}

/** The keys of the format that differ from the usual ones. */
function toStyle({ decimal, thousands, negative }: GuessedConvention): FileFormatDefinition {
  return {
    ...(decimal !== '.' && { decimal }),
    ...(thousands !== undefined && { thousands }),
    ...(negative !== undefined && { negative }),
  }
}

/** Different values of a sample up to which they are counted exactly in all rows. */
const FEW_TEXTS = 1000

/** Rows of a small file, of which every column is counted exactly. */
const FEW_ROWS = 10_000

/** The columns of which the different values are counted exactly: those with few, and those that may be keys. */
function findCountedColumns({ rows, columns }: FileSample): ReadonlySet<string> {
  const counted = columns.filter(({ name, texts, filled }, i) => {
    if (rows < FEW_ROWS) return true
    const isUnique = texts.size === Math.min(filled, 2000)
    return texts.size < FEW_TEXTS || (isUnique && (isKeyName(name) || i === 0))
  })
  return new Set(counted.map(({ name }) => name))
}

/** Decides about the values that do not fit, and measures what is left. */
async function finishReadings(
  engine: DuckDb,
  file: TableFiles,
  settled: SettledReadings,
): Promise<Omit<InspectedTable, 'totals'>> {
  const { convention, leftOut, exact } = settled
  const notes: string[] = []
  const readings = await chooseDates(engine, file, settled)
  const decided = decideMisfits(readings, settled, notes)
  notes.push(...(await describeFarDates(engine, file, decided.readings, settled)))
  const isDecided = decided.readings.some((reading, i) => reading !== settled.readings[i])
  let { facts } = settled
  let { format } = file
  if (isDecided || decided.leavesOut || format.maxBadRows !== undefined) {
    const all = toFile(file, decided.readings, convention)
    facts = await engine.measureFile(all, { exact, leavesOutBadRows: false })
    if (facts.badRows > 0) {
      const bad = facts.badRows + (format.maxBadRows ?? 0)
      format = { ...format, maxBadRows: bad }
      facts = await engine.measureFile(
        { ...all, format: { ...all.format, maxBadRows: bad } },
        { exact, leavesOutBadRows: true },
      )
    }
  }
  const used = new Set<string>()
  const columns = decided.readings.map((reading, i) =>
    toGuessedColumn(reading, toColumnName(reading.name, i, used), facts),
  )
  const isNumeric = columns.some(({ type }) => ['BIGINT', 'DECIMAL', 'DOUBLE'].includes(type))
  const style = isNumeric || convention.decimal === ',' ? toStyle(convention) : {}
  if (isNumeric && convention.reason !== null) notes.unshift(describeConvention(convention))
  return { rows: facts.rows, columns, leftOut, format: { ...format, ...style }, notes }
}

function describeConvention(convention: GuessedConvention): string {
  const { decimal, thousands = '', reason } = convention
  const keys = Object.entries(toStyle(convention)).map(([key, value]) => `${key}: "${value}"`)
  const written = keys.length === 0 ? '' : ` (${keys.join(', ')})`
  return `numbers are read as 1${thousands}234${decimal}5${written}: ${reason}`
}

/** Where day and month may be swapped: the reading that spans fewer days, of all rows. */
async function chooseDates(
  engine: DuckDb,
  file: TableFiles,
  { readings, convention, facts }: SettledReadings,
): Promise<readonly GuessedReading[]> {
  const open = readings.filter(({ alternative }) => alternative !== null)
  if (open.length === 0) return readings
  const swapped = open.map((reading) => ({ ...reading, format: reading.alternative! }))
  const read = await engine.measureFile(toFile(file, swapped, convention), {
    exact: new Set(),
    leavesOutBadRows: false,
  })
  return readings.map((reading) => {
    const { name, alternative, format } = reading
    const [time, other] = [facts.columns.get(name), read.columns.get(name)]
    if (alternative === null || time?.time == null || other?.time == null) return reading
    if (other.bad > time.bad) return { ...reading, alternative: null }
    const span = (facts: typeof time): number => facts.time!.last - facts.time!.first
    const isShorter = other.bad < time.bad || span(other) < span(time)
    const [taken, left] = isShorter ? [alternative, format!] : [format!, alternative]
    const [first, second] = isShorter ? [other, time] : [time, other]
    const compared = span(first) === span(second) ? 'spans as many days' : 'spans more days'
    return {
      ...reading,
      format: taken,
      reason: `written as ${taken}; ${left} would fit too and ${compared} (format: ${left})`,
    }
  })
}

/** The dates that are far from all others, such as those that stand for no end. */
async function describeFarDates(
  engine: DuckDb,
  file: TableFiles,
  readings: readonly GuessedReading[],
  { convention, facts }: SettledReadings,
): Promise<readonly string[]> {
  const far = readings.filter(({ name }) => (facts.columns.get(name)?.time?.far ?? 0) > 0)
  if (far.length === 0) return []
  const texts = await engine.farTexts(toFile(file, far, convention))
  return far.flatMap(({ name }) => {
    const some = texts.filter(({ column }) => column === name)
    const [first] = some
    if (first === undefined) return []
    const rows = some.reduce((sum, { count }) => sum + count, 0)
    const suffix = rows === 1 ? '' : ` and ${rows - 1} ${rows === 2 ? 'other is' : 'others are'}`
    return [
      `${name}: "${first.text}" in row ${first.row}${suffix === '' ? ' is' : suffix} before 1900-01-02 or after 2099 and may stand for no date: it stays as it is; nulls of the column make it missing`,
    ]
  })
}

interface Decided {
  readonly readings: readonly GuessedReading[]
  /** Whether rows are left out. */
  readonly leavesOut: boolean
}

/** Rows of totals are left out; other values that do not fit count as missing. */
function decideMisfits(
  readings: readonly GuessedReading[],
  { odd }: SettledReadings,
  notes: string[],
): Decided {
  const rowsOfMisfits = new Map<number, number>()
  const place = (column: string, text: string): OddText | undefined =>
    odd.get(column)?.find((candidate) => candidate.text === text)
  for (const { name, misfits } of readings) {
    for (const text of misfits) {
      const row = place(name, text)?.row
      if (row !== undefined) rowsOfMisfits.set(row, (rowsOfMisfits.get(row) ?? 0) + 1)
    }
  }
  let leavesOut = false
  const decided = readings.map((reading) => {
    const { name, type, misfits, nulls } = reading
    const words: string[] = []
    for (const text of misfits) {
      const { row, count = 1 } = place(name, text) ?? {}
      const isWholeRow =
        isTotalWord(text) || (row !== undefined && (rowsOfMisfits.get(row) ?? 0) > 1)
      const where =
        row === undefined ? '' : ` in row ${row}${count > 1 ? ` and ${count - 1} others` : ''}`
      const misfit = `${name}: "${text}"${where} is no ${describeType(type)}`
      if (isWholeRow) {
        leavesOut = true
        notes.push(`${misfit}: the row is left out (maxBadRows)`)
      } else {
        words.push(text.trim())
        notes.push(`${misfit}: it counts as missing (nulls of the column)`)
      }
    }
    return words.length === 0
      ? reading
      : { ...reading, nulls: [...new Set([...nulls, ...words])].toSorted() }
  })
  notes.push(...describeNulls(readings))
  return { readings: decided, leavesOut }
}

/** The words for missing values, those of several columns together. */
function describeNulls(readings: readonly GuessedReading[]): readonly string[] {
  const withNulls = readings.filter(({ nulls }) => nulls.length > 0)
  const byWords = Map.groupBy(withNulls, ({ nulls }) => nulls.map((word) => `"${word}"`).join(', '))
  return Array.from(byWords, ([words, columns]) => {
    const names = columns.map(({ name }) => name).join(', ')
    const verb = columns[0]!.nulls.length === 1 ? 'stands' : 'stand'
    return `${names}: ${words} ${verb} for no value (nulls of the ${columns.length === 1 ? 'column' : 'columns'})`
  })
}

function describeType(type: GuessedReading['type']): string {
  return type === 'DATE' || type === 'TIMESTAMP' ? 'date' : 'number'
}

function toGuessedColumn(
  { name: sourceColumn, type, format, scale, unit, nulls, reason }: GuessedReading,
  name: string,
  facts: FileFacts,
): GuessedColumn {
  const column = facts.columns.get(sourceColumn)
  const isNumber = type === 'BIGINT' || type === 'DECIMAL' || type === 'DOUBLE'
  return {
    name,
    sourceColumn,
    type,
    ...(format !== undefined && { format }),
    ...(scale !== undefined && { scale }),
    ...(unit !== undefined && { unit }),
    ...(nulls.length > 0 && { nulls }),
    profile: {
      filled: column?.filled ?? 0,
      distinct: column?.distinct ?? 0,
      isExact: column?.isExact ?? true,
      min: isNumber ? (column?.min ?? null) : null,
      max: isNumber ? (column?.max ?? null) : null,
    },
    time: column?.time ?? null,
    reason,
  }
}

/** Finds the rows that add up the others: a word for a total, and a sum that equals that of the other rows. */
async function markTotals(
  engine: DuckDb,
  file: TableFiles,
  table: Omit<InspectedTable, 'totals'>,
  sample: FileSample,
): Promise<InspectedTable> {
  const texts = table.columns.filter(({ type }) => type === 'VARCHAR')
  const candidates = texts.flatMap(({ sourceColumn }) => {
    const sampled = sample.columns.find(({ name }) => name === sourceColumn)
    const words = [...(sampled?.texts.keys() ?? [])].filter(
      (text) => isTotalWord(text) && /^[\p{L}\p{N} .:_-]+$/u.test(text),
    )
    return words.length === 1 && sampled!.texts.size > 2
      ? [{ column: sourceColumn, word: words[0]! }]
      : []
  })
  const numbers = table.columns.filter(({ type }) => NUMBER_TYPES.has(type))
  if (candidates.length === 0 || numbers.length === 0) return { ...table, totals: null }
  const names = [...candidates.map(({ column }) => column), ...numbers.map((n) => n.sourceColumn)]
  await engine.registerFile({
    ...file,
    catalog: 'init',
    schema: 'totals',
    table: 'candidate',
    format: table.format,
    hasOnlyDeclared: true,
    columnTypes: Object.fromEntries(
      table.columns
        .filter(({ sourceColumn }) => names.includes(sourceColumn))
        .map((column) => [
          column.sourceColumn,
          toColumnReading({ ...column, nulls: column.nulls ?? [] }),
        ]),
    ),
  })
  for (const { column, word } of candidates) {
    const isTotal = `${quoteIdentifier(column)} = '${word.replaceAll("'", "''")}'`
    const equal = numbers.map(({ sourceColumn }) => {
      const number = `CAST(${quoteIdentifier(sourceColumn)} AS DOUBLE)`
      const [total, remainder] = [isTotal, `${isTotal} IS NOT TRUE`].map(
        (condition) => `sum(${number}) FILTER (WHERE ${condition})`,
      )
      return `coalesce(${total} <> 0 AND abs(${total} - ${remainder}) <= 1e-9 * abs(${total}), false)`
    })
    const { columns } = await engine.run({
      text: `SELECT (${equal.join(' OR ')}) FROM init.totals.candidate`,
      parameters: [],
    })
    const [answer] = columns
    if (answer?.kind === 'boolean' && answer.values[0] === true) {
      const declared = table.columns.find(({ sourceColumn }) => sourceColumn === column)!.name
      return { ...table, totals: { column: declared, word } }
    }
  }
  return { ...table, totals: null }
}

const NUMBER_TYPES: ReadonlySet<string> = new Set(['BIGINT', 'DECIMAL', 'DOUBLE'])

function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
