import type {
  DatasetDefinition,
  DimensionDefinition,
  FileFormatDefinition,
  MetricDefinition,
  Workspace,
} from '@tributary/catalog'
import type { Weekday, WorkCalendar } from '@tributary/expression'
import { PLAIN_CALENDAR, WEEKDAYS } from '@tributary/expression/internal'
import type { TimeGrain } from '@tributary/sql'
import {
  isBirthName,
  isKeyName,
  isQuantityName,
  isRevenueName,
  isUnitPriceName,
} from './column-words.ts'
import type { GuessedColumn, LeftOutColumn } from './guess-columns.ts'
import { guessColumnUse } from './guess-measures.ts'
import { type CountedCandidate, findKeyColumn, type GuessedTable } from './guess-relations.ts'
import type { TotalRows } from './inspect-table.ts'
import { Names, splitWords, toPlainName } from './unique-names.ts'

/** Files that are one table, and what is guessed of their columns. */
export interface TableOfFiles extends GuessedTable {
  /** Below the root of the datasource. */
  readonly file: string
  readonly format: FileFormatDefinition
  /** Sentences about how the files are written. */
  readonly notes: readonly string[]
  /** The columns that are not used. */
  readonly leftOut: readonly LeftOutColumn[]
  /** Rows that add up the others; null for none. */
  readonly totals: TotalRows | null
}

/** A guessed workspace, with notes about each definition. */
export interface GuessedWorkspace {
  readonly workspace: Workspace
  /** By `datasets/NAME`, `dimensions/NAME`, `metrics/NAME`. */
  readonly notes: ReadonlyMap<string, readonly string[]>
}

/** The facts from which a workspace is guessed. */
export interface GuessSource {
  readonly tenant: string
  /** The folder that the files are below, absolute. */
  readonly root: string
  readonly tables: readonly TableOfFiles[]
  readonly relations: readonly CountedCandidate[]
}

const DATASOURCE = 'files'

/** Makes a workspace from the profiles of files. */
export function guessWorkspace({ tenant, root, tables, relations }: GuessSource): GuessedWorkspace {
  const notes = new Map<string, readonly string[]>()
  const named = nameRelations(relations)
  const calendar = guessCalendar(tables)
  const datasets = tables.map((inspected) => {
    // A dataset that others lead to has no filter.
    const isTarget = named.some(({ candidate }) => candidate.to === inspected.name)
    const table = isTarget ? { ...inspected, totals: null } : inspected
    const tableRelations = named.filter(({ candidate }) => candidate.from === table.name)
    notes.set(`datasets/${table.name}`, describeDataset(table, tableRelations, calendar))
    return createGuessedDataset(table, tableRelations, calendar)
  })
  const dimensions = guessDimensions(tables, named, notes)
  const metrics = guessMetrics({ tables, relations: named, dimensions }, notes)
  const workspace: Workspace = {
    tenant,
    timeZone: 'UTC',
    calendar,
    categories: [],
    grants: [],
    groups: [],
    periods: [],
    dateTags: [],
    plans: [],
    datasets,
    dimensions,
    metrics,
    accounts: [{ account: 'owner', displayName: 'owner', role: 'OWNER' }],
    datasources: [{ name: DATASOURCE, displayName: DATASOURCE, type: 'FILES', root }],
  }
  return { workspace, notes }
}

interface NamedRelation {
  readonly name: string
  readonly candidate: CountedCandidate
}

function nameRelations(relations: readonly CountedCandidate[]): readonly NamedRelation[] {
  const byTable = new Map<string, Names>()
  return relations.map((candidate) => {
    const { from, to, column } = candidate
    const names = byTable.get(from) ?? new Names([from.toLowerCase()])
    byTable.set(from, names)
    const words = splitWords(column.name).filter(
      (word) => !['id', 'code', 'key', 'no', 'nr'].includes(word),
    )
    return { name: names.take(words.length === 0 ? to : words.join(' '), to), candidate }
  })
}

/** The dataset of a table, with relations to others. */
export function createGuessedDataset(
  table: TableOfFiles,
  relations: readonly NamedRelation[],
  calendar: WorkCalendar,
): DatasetDefinition {
  const { name, file, columns, format } = table
  const hasFormat = Object.keys(format).length > 0
  const key = findKeyColumn(table)
  const time = findGuessedTime(table)
  return {
    name,
    displayName: name,
    description: '',
    filter: table.totals && compileTotalsFilter(table.totals),
    partition: null,
    layout: {},
    owner: null,
    tags: [],
    source: { type: 'FILE', datasource: DATASOURCE, file, ...(hasFormat && { format }) },
    time: time && { column: time.name, grain: guessTimeGrain(time, calendar) },
    columns: columns.map((column) => ({
      name: column.name,
      displayName: column.name,
      description: '',
      isHidden: false,
      originDataType: column.type,
      sourceColumn: column.sourceColumn,
      ...(column.format !== undefined && { format: column.format }),
      ...(column.scale !== undefined && { scale: column.scale }),
      ...(column.unit !== undefined && { unit: column.unit }),
      ...(column.nulls !== undefined && { nulls: column.nulls }),
      isPrimaryKey: column === key,
    })),
    relations: relations.map(({ name: relation, candidate: { to, column, key: toKey } }) => ({
      name: relation,
      displayName: relation,
      type: 'MANY_TO_ONE' as const,
      to,
      on: [{ column: column.name, toColumn: toKey.name }],
    })),
  }
}

/** Rows without a value in the column stay. */
function compileTotalsFilter({ column, word }: TotalRows): string {
  return `IsNull([${column}]) OR [${column}] <> ${JSON.stringify(word)}`
}

const FIRST_WORDS = [
  'date',
  'day',
  'time',
  'timestamp',
  'order',
  'ordered',
  'created',
  'datum',
  'tag',
]

/**
 * The time of a table: the date or time that most rows have, where longer periods come after days; of several one
 * that is called so, then the first.
 */
export function findGuessedTime({ columns }: GuessedTable): GuessedColumn | null {
  const rank = (column: GuessedColumn): number => {
    const { name, profile, time } = column
    const isNamedLikeTime = splitWords(name).some((word) => FIRST_WORDS.includes(word))
    const isConstant = (time?.distinctDays ?? 0) < 2
    const grain = GRAIN_RANKS[findTimeGrain(column)]
    return profile.filled * (isConstant ? 0.5 : 1) * (isNamedLikeTime ? 1.1 : 1) * grain
  }
  const times = columns.filter(
    ({ name, time, profile }) => time !== null && profile.filled > 0 && !isBirthName(name),
  )
  return times.toSorted((a, b) => rank(b) - rank(a))[0] ?? null
}

const GRAIN_RANKS: Readonly<Record<TimeGrain, number>> = {
  DAY: 1,
  WEEK: 0.9,
  MONTH: 0.8,
  QUARTER: 0.7,
  YEAR: 0.6,
}

/** The grain that the form of the times says, otherwise that of the times. */
function findTimeGrain({ time }: GuessedColumn): TimeGrain {
  const pattern = time?.pattern?.replace(/'[^']*'/g, '')
  if (pattern?.includes('ww')) return 'WEEK'
  if (pattern?.includes('Q')) return 'QUARTER'
  if (time !== null && time.distinctDays > 1) return time.grain
  // One day alone does not say that there are no others in its period.
  if (pattern === undefined || /d/.test(pattern)) return 'DAY'
  return pattern.includes('M') ? 'MONTH' : 'YEAR'
}

/** The grain of a time in a calendar: days where its weeks begin on another weekday than those of the calendar. */
function guessTimeGrain(column: GuessedColumn, { weekStart }: WorkCalendar): TimeGrain {
  const grain = findTimeGrain(column)
  return grain === 'WEEK' && findWeekday(column) !== weekStart ? 'DAY' : grain
}

/** The weekday of the first time; 1970-01-01 was a Thursday. */
function findWeekday({ time }: GuessedColumn): Weekday {
  return WEEKDAYS[((((time?.first ?? 0) + 3) % 7) + 7) % 7]!
}

/** Weeks begin on the weekday of most tables that are weekly, of as many on the one that is earlier in the week. */
function guessCalendar(tables: readonly GuessedTable[]): WorkCalendar {
  const weekdays = tables.flatMap((table) => {
    const time = findGuessedTime(table)
    return time !== null && findTimeGrain(time) === 'WEEK' ? [findWeekday(time)] : []
  })
  const count = (weekday: Weekday): number => weekdays.filter((next) => next === weekday).length
  const weekStart = WEEKDAYS.toSorted((a, b) => count(b) - count(a))[0]!
  return { ...PLAIN_CALENDAR, weekStart }
}

function describeWeeks(time: GuessedColumn, { weekStart }: WorkCalendar): readonly string[] {
  if (findTimeGrain(time) !== 'WEEK') return []
  const weekday = findWeekday(time)
  return [
    weekday === weekStart
      ? `weeks begin on ${weekStart}, as the dates of ${time.name} do (weekStart in workspace.yaml)`
      : `all dates of ${time.name} are a ${weekday}, and weeks begin on ${weekStart} as in another table: its values are read by day (weekStart in workspace.yaml)`,
  ]
}

function describeDataset(
  table: TableOfFiles,
  relations: readonly NamedRelation[],
  calendar: WorkCalendar,
): readonly string[] {
  const time = findGuessedTime(table)
  const key = findKeyColumn(table)
  const usual = new Set(['texts', 'whole numbers', 'as in the file'])
  const isZoned = time?.time?.isZoned === true
  const { format } = table
  const { encoding } = format
  return [
    `${table.file}${format.table === undefined ? '' : `, "${format.table}"`}: ${table.rows} rows, ${table.columns.length} columns`,
    ...(encoding === undefined
      ? []
      : [`encoding: ${encoding.join(', otherwise ')}, since a file is not in UTF-8 (encoding)`]),
    ...table.notes,
    ...(table.totals === null
      ? []
      : [
          `${table.totals.column}: the rows with "${table.totals.word}" add up the others and are left out (filter)`,
        ]),
    ...table.columns
      .filter(({ reason }) => !usual.has(reason))
      .map(({ name, type, reason }) => `${name}: ${type}, ${reason}`),
    ...table.leftOut.map(({ name, reason }) => `${name}: left out, ${reason}`),
    time === null
      ? 'no column with dates: its metrics cannot be compared over time'
      : `time: ${time.name} by ${guessTimeGrain(time, calendar)}, ${formatDay(time.time?.first)} to ${formatDay(time.time?.last)}`,
    ...(time === null ? [] : describeWeeks(time, calendar)),
    ...table.columns
      .filter((column) => column.time !== null && isBirthName(column.name))
      .map(({ name }) => `${name}: a date of birth is not the time of the rows (time)`),
    ...(isZoned
      ? [
          `${time?.name} has moments: they are read on the clock of timeZone in workspace.yaml, which is UTC; write another zone there if days begin elsewhere`,
        ]
      : []),
    ...(key === null ? [] : [`key: ${key.name}, another value in every row`]),
    ...relations.map(({ name, candidate: { to, column, key: toKey, matches, distinct } }) => {
      return `relation ${name}: ${matches} of ${distinct} values of ${column.name} are in ${to}.${toKey.name}`
    }),
    ...listUnusedColumns(table, relations),
  ]
}

/** The columns that are no time, dimension, metric or way to another table, each with the line that groups by it. */
function listUnusedColumns(
  table: TableOfFiles,
  relations: readonly NamedRelation[],
): readonly string[] {
  return table.columns.flatMap((column) => {
    const { kind, reason } = guessColumnUse(column, table.rows)
    const isUsed =
      kind !== 'NOTHING' ||
      column.time !== null ||
      column === findKeyColumn(table) ||
      column.profile.filled === 0 ||
      relations.some(({ candidate }) => candidate.column === column)
    if (isUsed) return []
    const name = new Names().take(column.name, 'name')
    return [
      `${column.name}: neither dimension nor metric, ${reason}; to group by it: { name: ${name}, dataset: ${table.name}, column: ${quoteYaml(column.name)} } in dimensions.yaml`,
    ]
  })
}

function quoteYaml(text: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text) ? text : JSON.stringify(text)
}

function formatDay(day: number | undefined): string {
  return new Date((day ?? 0) * 86_400_000).toISOString().slice(0, 10)
}

function guessDimensions(
  tables: readonly TableOfFiles[],
  relations: readonly NamedRelation[],
  notes: Map<string, readonly string[]>,
): readonly DimensionDefinition[] {
  const names = new Names(['metric_time'])
  const labels = new Set<string>()
  const dimensions: DimensionDefinition[] = []
  for (const table of tables) {
    const ways = relations.filter(({ candidate }) => candidate.to === table.name)
    const isShared = ways.length > 1
    for (const [i, column] of table.columns.entries()) {
      const { kind, reason } = guessColumnUse(column, table.rows)
      if (kind !== 'DIMENSION' && kind !== 'FLAG') continue
      const add = (dataset: string, via: readonly string[], plainLabel: string): void => {
        // A column of the same name in another file gets the name of its table before it.
        const label = labels.has(toLabelKey(plainLabel))
          ? `${table.name} ${plainLabel}`
          : plainLabel
        labels.add(toLabelKey(label))
        const isLatin = toPlainName(plainLabel) !== ''
        const name = names.take(isLatin ? label : '', `column_${i + 1}`)
        const named = toLabelKey(column.name) === toLabelKey(name) ? [] : [`of "${column.name}"`]
        notes.set(`dimensions/${name}`, [...named, kind === 'FLAG' ? 'two values' : reason])
        dimensions.push({
          name,
          code: null,
          displayName: label.slice(0, 150),
          description: '',
          category: UNCATEGORIZED,
          dataset,
          via,
          originDataType: column.type,
          valueList: [],
          value: { type: 'COLUMN_BIND', column: column.name },
          attributes: { basic: {}, business: {}, technical: {}, management: {} },
        })
      }
      add(table.name, [], column.name)
      if (!isShared) continue
      for (const { name, candidate } of ways) add(candidate.from, [name], `${name} ${column.name}`)
    }
  }
  return dimensions
}

const UNCATEGORIZED = { id: '-1', name: 'Uncategorized' }

function toLabelKey(label: string): string {
  return splitWords(label).join(' ')
}

interface MetricSource {
  readonly tables: readonly TableOfFiles[]
  readonly relations: readonly NamedRelation[]
  /** An answer has one column of a name: metrics are not called as dimensions. */
  readonly dimensions: readonly DimensionDefinition[]
}

function guessMetrics(
  { tables, relations, dimensions }: MetricSource,
  notes: Map<string, readonly string[]>,
): readonly MetricDefinition[] {
  const names = new Names(['metric_time', ...dimensions.map(({ name }) => name)])
  const metrics: MetricDefinition[] = []
  for (const table of tables) {
    const add = (measure: Measure, reason: string): void => {
      const { label, prefix = '', otherwise = 'metric', aggregate, expr } = measure
      const isLatin = toPlainName(label) !== ''
      const name = names.take(`${prefix} ${isLatin ? label : otherwise}`, otherwise)
      notes.set(`metrics/${name}`, [...(isLatin ? [] : [`of "${label}"`]), reason])
      metrics.push({
        name,
        code: null,
        displayName: `${prefix} ${label}`.trim().slice(0, 150),
        description: '',
        category: UNCATEGORIZED,
        type: 'ATOMIC',
        dataset: table.name,
        aggregate,
        fraction: null,
        filters: [],
        expr,
        ...measure.presentation,
        ...(measure.isBalance && { nonAdditive: { take: 'LAST', per: [] } }),
      })
    }
    add({ label: `${table.name} count`, aggregate: 'COUNT', expr: null }, 'the rows')
    addRevenue(table, add)
    for (const [i, column] of table.columns.entries()) addMeasures(table, column, i, relations, add)
  }
  return metrics
}

interface Measure {
  readonly label: string
  /** A word before the label. */
  readonly prefix?: string
  /** The name where the label has no letters for one. */
  readonly otherwise?: string
  readonly aggregate: 'COUNT' | 'SUM' | 'AVG' | 'COUNT_DISTINCT'
  readonly expr: string | null
  readonly presentation?: Pick<MetricDefinition, 'unit' | 'format'>
  readonly isBalance?: boolean
}

type AddMeasure = (measure: Measure, reason: string) => void

function toFieldExpr(table: TableOfFiles, column: GuessedColumn): string {
  return `['${table.name}'/'${column.name}']`
}

function addMeasures(
  table: TableOfFiles,
  column: GuessedColumn,
  place: number,
  relations: readonly NamedRelation[],
  add: AddMeasure,
): void {
  const { kind, reason: use } = guessColumnUse(column, table.rows)
  const { name: label, type } = column
  const shared = {
    label,
    otherwise: `column_${place + 1}`,
    expr: toFieldExpr(table, column),
    presentation: toPresentation(column),
  }
  const { unit } = shared.presentation
  const reason =
    unit === undefined
      ? use
      : `${use}; in ${unit}, since ${column.unit} stands beside the numbers (unit)`
  const hasTime = findGuessedTime(table) !== null
  if (kind === 'SUM') add({ ...shared, aggregate: 'SUM' }, reason)
  if (kind === 'BALANCE') {
    const note = hasTime ? reason : 'is there at a moment; the table has no time'
    add({ ...shared, aggregate: 'SUM', isBalance: hasTime }, note)
  }
  if (kind === 'SHARE' || kind === 'FLAG') {
    const expr = type === 'BOOLEAN' ? `If(${shared.expr}, 1, 0)` : shared.expr
    const prefix = kind === 'FLAG' ? 'share of' : 'average'
    const presentation = { format: 'PERCENT' as const }
    add({ ...shared, prefix, aggregate: 'AVG', expr, presentation }, reason)
  }
  if (kind === 'SUM' || kind === 'LEVEL' || kind === 'BALANCE') {
    add({ ...shared, prefix: 'average', aggregate: 'AVG' }, reason)
  }
  const leads = relations.some(({ candidate }) => candidate.column === column)
  const mayBeKey = type === 'BIGINT' || type === 'VARCHAR' || column.scale === 0
  const isKey =
    mayBeKey && isKeyName(label) && findKeyColumn(table) !== column && column.profile.filled > 0
  if (leads || (isKey && column.time === null)) {
    add(
      { ...shared, prefix: 'number of', aggregate: 'COUNT_DISTINCT', presentation: {} },
      'different values',
    )
  }
}

/** A quantity times the price of a piece, where the table has no column with the product. */
function addRevenue(table: TableOfFiles, add: AddMeasure): void {
  const numbers = table.columns.filter(({ type }) => ['BIGINT', 'DECIMAL', 'DOUBLE'].includes(type))
  const hasProduct = numbers.some(({ name }) => isRevenueName(name))
  const [quantity, ...otherQuantities] = numbers.filter(({ name }) => isQuantityName(name))
  const [price, ...otherPrices] = numbers.filter(({ name }) => isUnitPriceName(name))
  if (hasProduct || quantity === undefined || price === undefined) return
  if (otherQuantities.length > 0 || otherPrices.length > 0) return
  add(
    {
      label: 'revenue',
      aggregate: 'SUM',
      expr: `${toFieldExpr(table, quantity)} * ${toFieldExpr(table, price)}`,
      presentation: toPresentation(price),
    },
    `${quantity.name} times ${price.name}`,
  )
}

const CURRENCIES: Readonly<Record<string, string>> = {
  $: 'USD',
  US$: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  Rs: 'INR',
  '₽': 'RUB',
  руб: 'RUB',
  '₩': 'KRW',
  '₺': 'TRY',
  '₴': 'UAH',
  '₪': 'ILS',
  zł: 'PLN',
  Kč: 'CZK',
  Ft: 'HUF',
  R$: 'BRL',
  A$: 'AUD',
  AU$: 'AUD',
  C$: 'CAD',
  CA$: 'CAD',
  HK$: 'HKD',
  NT$: 'TWD',
  NZ$: 'NZD',
  S$: 'SGD',
}

/** How people read the numbers of a column: amounts with their currency, others with their unit. */
function toPresentation({ unit }: GuessedColumn): Pick<MetricDefinition, 'unit' | 'format'> {
  if (unit === undefined) return {}
  const currency = CURRENCIES[unit] ?? (/^[A-Z]{3}$/.test(unit) ? unit : null)
  return currency === null ? { unit } : { unit: currency, format: 'MONEY' }
}
