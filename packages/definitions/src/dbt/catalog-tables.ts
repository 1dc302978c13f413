import type { DatasetDefinition, DatasourceDefinition } from '@tributary/catalog'
import { Place } from '../draft/place.ts'
import {
  type FoundTable,
  formatTableName,
  type TableLookup,
  type TableReference,
} from '../draft/tables.ts'
import { invalidImportError } from '../errors.ts'

/** A database that has the tables of a dbt project. */
export interface CatalogDatasource {
  /** A datasource that is no folder. */
  readonly datasource: Exclude<DatasourceDefinition, { type: 'FILES' }>
  /** A name for each column of a table, in order; names of a workspace have letters, digits and underscores. */
  readonly namesOf: (columns: readonly string[]) => readonly string[]
}

type OriginDataType = DatasetDefinition['columns'][number]['originDataType']

/**
 * The tables of a dbt project with the types of their columns as its `catalog.json` has them, which `dbt docs generate` writes:
 * the database itself is not asked. Columns of other types are left out. Throws `DEFINITIONS_INVALID_IMPORT` for a file that
 * is no such catalog, and when several of its tables fit a name.
 * @example
 * ```ts
 * import { dbtCatalogTables } from '@tributary/platform/definitions'
 * const column = { name: 'amount', index: 1, type: 'numeric(10,2)' }
 * const orders = { metadata: { schema: 'main', name: 'orders' }, columns: { amount: column } }
 * const limits = { connections: 4, seconds: 60, rows: 1_000_000, memory: null }
 * const datasource = {
 *   name: 'warehouse',
 *   displayName: 'warehouse',
 *   type: 'POSTGRESQL' as const,
 *   tls: null,
 *   limits,
 *   host: 'localhost',
 *   port: null,
 *   database: 'shop',
 *   schema: 'public',
 *   credentials: {
 *     user: 'reader',
 *     userEnv: null,
 *     passwordEnv: null,
 *     passwordFile: null,
 *     tokenEnv: null,
 *     tokenFile: null,
 *   },
 * }
 * const text = JSON.stringify({ nodes: { 'model.shop.orders': orders } })
 * const namesOf = (columns: readonly string[]) => columns
 * const tables = dbtCatalogTables({ file: 'catalog.json', text }, { datasource, namesOf })
 * const table = await tables.find({ database: null, schema: 'main', table: 'orders' })
 * table?.columns.map(({ name, originDataType }) => [name, originDataType]) // => [['amount', 'DECIMAL']]
 * ```
 */
export function dbtCatalogTables(
  { file, text }: { readonly file: string; readonly text: string },
  { datasource, namesOf: findNames }: CatalogDatasource,
): TableLookup {
  const catalog = new Place(parse(file, text), { file, findPosition: null, readKeys: new Set() })
  const tables = readCatalogTables(catalog)
  return {
    datasources: [datasource],
    find: async (wanted) => {
      const table = pickCatalogTable(tables.get(wanted.table.toLowerCase()) ?? [], wanted, file)
      return table && createTable(table, { datasource, namesOf: findNames })
    },
  }
}

/** A table of a catalog. */
interface CatalogTable extends TableReference {
  readonly columns: readonly (readonly [name: string, type: OriginDataType])[]
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw invalidImportError(`${file}: expected the catalog.json of dbt: ${reason}`, { file })
  }
}

/** The tables by their names in lower case. */
function readCatalogTables(catalog: Place): ReadonlyMap<string, readonly CatalogTable[]> {
  if (catalog.key('nodes').isAbsent) {
    catalog.fail('expected the catalog.json of dbt, with "nodes"; `dbt docs generate` writes it')
  }
  const tables = [catalog.key('nodes'), catalog.key('sources')].flatMap((section) =>
    section.isAbsent
      ? []
      : Object.keys(section.fields()).map((id) => readCatalogTable(section.key(id))),
  )
  return Map.groupBy(tables, ({ table }) => table.toLowerCase())
}

function readCatalogTable(node: Place): CatalogTable {
  const metadata = node.key('metadata')
  const columns = node.key('columns')
  const indexedColumns = Object.keys(columns.fields()).map((key) => {
    const column = columns.key(key)
    return {
      name: column.key('name').text(),
      index: column.key('index').optionalNumber() ?? 0,
      type: toOriginDataType(column.key('type').text()),
    }
  })
  return {
    database: metadata.key('database').optionalText(),
    schema: metadata.key('schema').optionalText(),
    table: metadata.key('name').name(),
    columns: indexedColumns
      .toSorted((a, b) => a.index - b.index)
      .flatMap(({ name, type }) => (type === null ? [] : [[name, type] as const])),
  }
}

/** The table of a name: of several schemas or databases the one that is named. */
function pickCatalogTable(
  tables: readonly CatalogTable[],
  reference: TableReference,
  file: string,
): CatalogTable | null {
  const isSame = (a: string | null, b: string | null): boolean =>
    a === null || b === null || a.toLowerCase() === b.toLowerCase()
  const inSchema = tables.filter(({ schema }) => isSame(schema, reference.schema))
  const inBoth = inSchema.filter(({ database }) => isSame(database, reference.database))
  const fits = inBoth.length > 0 ? inBoth : inSchema
  const exact = fits.filter(({ table }) => table === reference.table)
  const [only = null, ...remainingTables] = exact.length > 0 ? exact : fits
  if (remainingTables.length === 0) return only
  throw invalidImportError(
    `${file}: expected one table ${formatTableName(reference)}, found ${remainingTables.length + 1}; name its schema and database where it is used`,
    { file },
  )
}

function createTable(
  { schema, table, columns }: CatalogTable,
  { datasource, namesOf: findNames }: CatalogDatasource,
): FoundTable {
  const { name: datasourceName, database } = datasource
  const names = findNames(columns.map(([name]) => name))
  return {
    source: {
      type: 'TABLE',
      datasource: datasourceName,
      database,
      schema: schema ?? datasource.schema,
      table,
    },
    columns: columns.map(([sourceColumn, originDataType], i) => {
      const name = names[i]!
      return {
        name,
        displayName: name,
        description: '',
        isHidden: false,
        isPrimaryKey: false,
        sourceColumn,
        originDataType,
      }
    }),
  }
}

const TYPES: readonly (readonly [RegExp, OriginDataType])[] = [
  [/^(u?(tiny|small|medium|big)?int|integer|u?int(2|4|8|16|32|64))$/, 'BIGINT'],
  [/^(number|numeric|decimal|bignumeric|decimal(32|64|128|256))$/, 'DECIMAL'],
  [/^(real|float|float(4|8|32|64)|double|double precision)$/, 'DOUBLE'],
  [
    /^(varchar|character varying|char|character|bpchar|text|string|fixedstring|enum(8|16)?)$/,
    'VARCHAR',
  ],
  [/^bool(ean)?$/, 'BOOLEAN'],
  [/^date(32)?$/, 'DATE'],
  [/^(datetime(64)?|timestamp|timestamptz|timestamp_(ntz|ltz|tz))$/, 'TIMESTAMP'],
]

/** The type of a column whose type in the database is called so; null for one that columns here do not have. */
function toOriginDataType(written: string): OriginDataType | null {
  let name = written.trim().toLowerCase()
  for (let inner = name; ; name = inner) {
    inner = /^(?:nullable|lowcardinality)\((.*)\)$/.exec(name)?.[1] ?? name
    if (inner === name) break
  }
  const bare = name
    .replace(/\(.*?\)/g, '')
    .replace(/ with(out)? time zone$/, '')
    .trim()
  return TYPES.find(([pattern]) => pattern.test(bare))?.[1] ?? null
}
