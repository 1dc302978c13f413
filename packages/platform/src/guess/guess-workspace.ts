import type {
  DatasetDefinition,
  DimensionDefinition,
  FileFormatDefinition,
  MetricDefinition,
  Workspace,
} from '@tributary/catalog'
import type { ComputedWord } from '@tributary/expression'
import { PLAIN_CALENDAR } from '@tributary/expression/internal'
import type { GuessedColumn, GuessedColumns } from './guess-columns.ts'
import { guessColumnUse } from './guess-measures.ts'
import {
  type CountedCandidate,
  findKeyColumn,
  type GuessedTable,
  isKeyName,
} from './guess-relations.ts'
import { Names, splitWords } from './unique-names.ts'

/** Files that are one table, and what is guessed of their columns. */
export interface TableOfFiles extends GuessedTable, GuessedColumns {
  /** Below the root of the datasource. */
  readonly file: string
  readonly encoding?: readonly string[]
  readonly fileColumn?: string
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
  const datasets = tables.map((table) => {
    const tableRelations = named.filter(({ candidate }) => candidate.from === table.name)
    notes.set(`datasets/${table.name}`, describeDataset(table, tableRelations))
    return createGuessedDataset(table, tableRelations)
  })
  const dimensions = guessDimensions(tables, named, notes)
  const metrics = guessMetrics(tables, named, notes)
  const workspace: Workspace = {
    tenant,
    timeZone: 'UTC',
    calendar: PLAIN_CALENDAR,
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
): DatasetDefinition {
  const { name, file, columns } = table
  const format = createFileFormat(table)
  const key = findKeyColumn(table)
  const time = findGuessedTime(table)
  return {
    name,
    displayName: name,
    description: '',
    filter: null,
    partition: null,
    layout: {},
    owner: null,
    tags: [],
    source: { type: 'FILE', datasource: DATASOURCE, file, ...(format !== null && { format }) },
    time: time && { column: time.name, grain: guessTimeGrain(time) },
    columns: columns.map((column) => ({
      name: column.name,
      displayName: column.name,
      description: '',
      isHidden: false,
      originDataType: column.type,
      sourceColumn: column.sourceColumn,
      ...(column.format !== undefined && { format: column.format }),
      ...(column.scale !== undefined && { scale: column.scale }),
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

function createFileFormat({
  decimal,
  thousands,
  nulls,
  encoding,
  fileColumn,
}: TableOfFiles): FileFormatDefinition | null {
  const format = {
    ...(encoding !== undefined && { encoding }),
    ...(decimal !== undefined && { decimal }),
    ...(thousands !== undefined && { thousands }),
    ...(nulls !== undefined && { nulls }),
    ...(fileColumn !== undefined && { fileColumn }),
  }
  return Object.keys(format).length === 0 ? null : format
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

/** The time of a table: the date or time that most rows have; of several one that is called so, then the first. */
export function findGuessedTime({ columns }: GuessedTable): GuessedColumn | null {
  const rank = ({ name, profile, time }: GuessedColumn): number => {
    const isNamedLikeTime = splitWords(name).some((word) => FIRST_WORDS.includes(word))
    const isConstant = (time?.distinctDays ?? 0) < 2
    return profile.filled * (isConstant ? 0.5 : 1) * (isNamedLikeTime ? 1.1 : 1)
  }
  const times = columns.filter(({ time, profile }) => time !== null && profile.filled > 0)
  return times.toSorted((a, b) => rank(b) - rank(a))[0] ?? null
}

function guessTimeGrain({ time }: GuessedColumn): ComputedWord {
  if (time?.isYearly) return 'YEAR'
  return time?.isMonthly ? 'MONTH' : 'DAY'
}

function describeDataset(
  table: TableOfFiles,
  relations: readonly NamedRelation[],
): readonly string[] {
  const time = findGuessedTime(table)
  const key = findKeyColumn(table)
  const usual = new Set(['texts', 'whole numbers', 'as in the file'])
  return [
    `${table.file}: ${table.rows} rows, ${table.columns.length} columns`,
    ...table.columns
      .filter(({ reason }) => !usual.has(reason))
      .map(({ name, type, reason }) => `${name}: ${type}, ${reason}`),
    time === null
      ? 'no column with dates: its metrics cannot be compared over time'
      : `time: ${time.name} by ${guessTimeGrain(time)}, ${formatDay(time.time?.first)} to ${formatDay(time.time?.last)}`,
    ...(key === null ? [] : [`key: ${key.name}, another value in every row`]),
    ...relations.map(({ name, candidate: { to, column, key: toKey, matches, distinct } }) => {
      return `relation ${name}: ${matches} of ${distinct} values of ${column.name} are in ${to}.${toKey.name}`
    }),
  ]
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
  const dimensions: DimensionDefinition[] = []
  for (const table of tables) {
    const ways = relations.filter(({ candidate }) => candidate.to === table.name)
    const isShared = ways.length > 1
    for (const [i, column] of table.columns.entries()) {
      const { kind, reason } = guessColumnUse(column, table.rows)
      if (kind !== 'DIMENSION') continue
      const add = (dataset: string, via: readonly string[], label: string): void => {
        const name = names.take(label, `dimension_${i + 1}`)
        notes.set(`dimensions/${name}`, [reason])
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

function guessMetrics(
  tables: readonly TableOfFiles[],
  relations: readonly NamedRelation[],
  notes: Map<string, readonly string[]>,
): readonly MetricDefinition[] {
  const names = new Names(['metric_time'])
  const metrics: MetricDefinition[] = []
  for (const table of tables) {
    const add = (measure: Measure, reason: string): void => {
      const name = names.take(measure.label, 'metric')
      notes.set(`metrics/${name}`, [reason])
      const { aggregate, column } = measure
      metrics.push({
        name,
        code: null,
        displayName: measure.label.slice(0, 150),
        description: '',
        category: UNCATEGORIZED,
        type: 'ATOMIC',
        dataset: table.name,
        aggregate,
        fraction: null,
        filters: [],
        expr: column === null ? null : `['${table.name}'/'${column.name}']`,
      })
    }
    add({ label: `${table.name} count`, aggregate: 'COUNT', column: null }, 'the rows')
    for (const column of table.columns) addMeasures(table, column, relations, add)
  }
  return metrics
}

interface Measure {
  readonly label: string
  readonly aggregate: 'COUNT' | 'SUM' | 'AVG' | 'COUNT_DISTINCT'
  readonly column: GuessedColumn | null
}

function addMeasures(
  table: TableOfFiles,
  column: GuessedColumn,
  relations: readonly NamedRelation[],
  add: (measure: Measure, reason: string) => void,
): void {
  const { kind, reason } = guessColumnUse(column, table.rows)
  const { name } = column
  if (kind === 'SUM') add({ label: name, aggregate: 'SUM', column }, reason)
  if (kind === 'SUM' || kind === 'LEVEL') {
    add({ label: `average ${name}`, aggregate: 'AVG', column }, reason)
  }
  const leads = relations.some(({ candidate }) => candidate.column === column)
  if (leads || (isKeyName(name) && findKeyColumn(table) !== column && column.profile.filled > 0)) {
    add({ label: `number of ${name}`, aggregate: 'COUNT_DISTINCT', column }, 'different values')
  }
}
