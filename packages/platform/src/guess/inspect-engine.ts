import type { DatasetDefinition, EngineDatasource } from '@tributary/catalog'
import { SqlError } from '@tributary/sql'
import { type ListedTable, listTables } from '@tributary/sql/internal'
import { invalidOptionError } from '../model/errors.ts'
import { createEngineConnection, type EngineConnection } from '../sources/engine-connection.ts'
import { createExampleQuestions } from './guess-example.ts'
import { type CountedCandidate, filterRelations } from './guess-relations.ts'
import { type GuessedWorkspace, guessWorkspace, type TableOfFiles } from './guess-workspace.ts'
import type { Inspection } from './inspect-files.ts'
import { measureTable } from './measure-tables.ts'
import { Names } from './unique-names.ts'

/** A database to make a workspace of. */
export interface InspectEngineOptions {
  readonly tenant: string
  readonly datasource: EngineDatasource
  /** Patterns of tables, `schema.table` with `*`; a pattern without a dot is of the schema of the datasource. Empty: all of that schema. */
  readonly tables: readonly string[]
  /** Called with each step. */
  readonly onProgress: (step: string) => void
}

/** The longest time of a statement that looks at a table, in seconds. */
const SECONDS = 30

/** The most tables of a workspace that is guessed. */
const MOST_TABLES = 500

/**
 * Looks at the tables of a database and guesses a workspace: columns and types as they are, comments, keys and relations as
 * the database declares them, measures and dimensions from at most 100,000 rows of each table. Reads alone, a table at a
 * time, each statement for at most 30 seconds. Rejects with `PLATFORM_SOURCE_UNAVAILABLE` when the database does not answer.
 */
export async function inspectEngine({
  tenant,
  datasource,
  tables: patterns,
  onProgress,
}: InspectEngineOptions): Promise<Inspection> {
  const limits = { ...datasource.limits, seconds: Math.min(SECONDS, datasource.limits.seconds) }
  const connection = createEngineConnection({ ...datasource, limits }, 'UTC')
  try {
    onProgress('listing tables')
    const listed = await listTables(connection, datasource.type)
    const chosen = chooseTables(listed, datasource, patterns)
    const unread: { file: string; reason: string }[] = []
    const names = new Names()
    const looked: LookedTable[] = []
    for (const table of chosen) {
      const path = `${table.schema}.${table.table}`
      onProgress(`looking at ${path}`)
      try {
        looked.push(await lookAtTable(connection, { table, datasource, names }))
      } catch (error) {
        if (!(error instanceof SqlError) || (table === chosen.at(-1) && looked.length === 0))
          throw error
        unread.push({ file: path, reason: `${path}: ${error.message}` })
      }
    }
    const guessed = guessTables(tenant, datasource, looked)
    return { ...guessed, unread, examples: createExampleQuestions(guessed.workspace) }
  } finally {
    await connection.close()
  }
}

/** A table with the facts that a guess is made from. */
interface LookedTable {
  readonly listed: ListedTable
  readonly guessed: TableOfFiles
}

/** The tables that patterns choose. Throws `PLATFORM_INVALID_OPTION` where they choose none, or too many. */
function chooseTables(
  listed: readonly ListedTable[],
  { schema }: EngineDatasource,
  patterns: readonly string[],
): readonly ListedTable[] {
  const wanted = (patterns.length === 0 ? ['*'] : patterns).map((pattern) =>
    pattern.includes('.') ? pattern : `${schema}.${pattern}`,
  )
  const chosen = listed.filter((table) =>
    wanted.some((pattern) => matchesTable(pattern, `${table.schema}.${table.table}`)),
  )
  const schemas = [...new Set(listed.map((table) => table.schema))]
  if (chosen.length === 0) {
    const readable =
      schemas.length === 0
        ? 'the user may read no table'
        : `there are tables in the schemas ${schemas.join(', ')}`
    throw invalidOptionError(
      '--tables',
      `no table is called ${wanted.join(' or ')}; ${readable}; name them, such as --tables '${schemas[0] ?? 'sales'}.*'`,
    )
  }
  if (chosen.length > MOST_TABLES) {
    const reason = `${chosen.length} tables are called so, more than ${MOST_TABLES}; name fewer, such as --tables '${chosen[0]!.schema}.fact_*'`
    throw invalidOptionError('--tables', reason)
  }
  return chosen
}

/** A pattern of a name, in which `*` stands for any characters. */
function matchesTable(pattern: string, name: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[\\^$.+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`, 'i').test(name)
}

async function lookAtTable(
  connection: EngineConnection,
  {
    table,
    datasource,
    names,
  }: {
    readonly table: ListedTable
    readonly datasource: EngineDatasource
    readonly names: Names
  },
): Promise<LookedTable> {
  const { schema, table: tableName, primaryKey } = table
  const columns = await connection.columnsOf([schema, tableName])
  const key = primaryKey.length === 1 ? primaryKey[0]! : null
  const facts = await measureTable(connection, datasource.type, {
    schema,
    table: tableName,
    columns,
    key,
  })
  const name = names.take(tableName, 'table')
  return {
    listed: table,
    guessed: { name, file: `${schema}.${tableName}`, format: {}, totals: null, ...facts },
  }
}

/** The workspace of tables: what is guessed of their facts, with what the database declares. */
function guessTables(
  tenant: string,
  datasource: EngineDatasource,
  looked: readonly LookedTable[],
): GuessedWorkspace {
  const tables = looked.map(({ guessed }) => guessed)
  const relations = listForeignKeys(looked)
  const { workspace, notes } = guessWorkspace({ tenant, root: '', tables, relations })
  const byName = new Map(looked.map((table) => [table.guessed.name, table]))
  const commentOf = (dataset: string, column: string): string | null => {
    const { listed, guessed } = byName.get(dataset)!
    const source = guessed.columns.find(({ name }) => name === column)?.sourceColumn
    return listed.columns.find(({ name }) => name === source)?.comment ?? null
  }
  const datasets = workspace.datasets.map((dataset): DatasetDefinition => {
    const { listed } = byName.get(dataset.name)!
    const [key] = listed.primaryKey.length === 1 ? listed.primaryKey : []
    return {
      ...dataset,
      description: listed.comment ?? '',
      source: {
        type: 'TABLE',
        datasource: datasource.name,
        database: datasource.database,
        schema: listed.schema,
        table: listed.table,
      },
      columns: dataset.columns.map((column) => ({
        ...column,
        description: commentOf(dataset.name, column.name) ?? '',
        isPrimaryKey: key === undefined ? column.isPrimaryKey : column.sourceColumn === key,
      })),
    }
  })
  const labels = new Set(workspace.dimensions.map(({ displayName }) => displayName))
  const dimensions = workspace.dimensions.map((dimension) => {
    if (dimension.value.type !== 'COLUMN_BIND' || dimension.via.length > 0) return dimension
    const comment = commentOf(dimension.dataset, dimension.value.column)
    if (comment === null) return dimension
    const label = toLabel(comment)
    if (label === null || labels.has(label)) return { ...dimension, description: comment }
    labels.add(label)
    return { ...dimension, displayName: label, description: comment }
  })
  return {
    workspace: { ...workspace, datasets, dimensions, datasources: [datasource] },
    notes: new Map(Array.from(notes, ([key, lines]) => [key, lines.map(nameForeignKey)])),
  }
}

/** A relation is declared, and not found in values. */
function nameForeignKey(note: string): string {
  const [, name, to] = /^relation (\w+): \d+ of \d+ values of .* are in (.*)$/.exec(note) ?? []
  return name === undefined ? note : `relation ${name}: the foreign key to ${to}`
}

/** A comment that is short enough to be a name; null for a longer one. */
function toLabel(comment: string): string | null {
  const label = comment.trim().replace(/\.$/, '')
  return label.length > 60 || /[\n\r[\]'"/]/.test(label) ? null : label
}

/** The foreign keys between tables that were looked at. */
function listForeignKeys(looked: readonly LookedTable[]): readonly CountedCandidate[] {
  const candidates = looked.flatMap((from) =>
    from.listed.foreignKeys.flatMap((foreignKey): readonly CountedCandidate[] => {
      const to = looked.find(
        ({ listed }) =>
          listed.schema === foreignKey.toSchema && listed.table === foreignKey.toTable,
      )
      const column = findColumn(from, foreignKey.column)
      const key = to && findColumn(to, foreignKey.toColumn)
      if (to === undefined || column === undefined || key === undefined) return []
      const distinct = Math.max(1, column.profile.distinct)
      const tables = { from: from.guessed.name, to: to.guessed.name }
      return [{ ...tables, column, key, isNamed: true, distinct, matches: distinct }]
    }),
  )
  return filterRelations(candidates)
}

function findColumn({ guessed }: LookedTable, source: string) {
  return guessed.columns.find(({ sourceColumn }) => sourceColumn === source)
}
