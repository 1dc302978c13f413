import { loadClient } from '@tributary/sql/internal'
import {
  type ColumnDefinitionNode,
  type Dialect,
  type KyselyPlugin,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type QueryResult,
  RawNode,
  type RootOperationNode,
  type UnknownRow,
} from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { toStoreFault } from './store-faults.ts'

/** Whether a text is the address of a PostgreSQL. */
export function isPostgresUrl(text: string): boolean {
  return /^postgres(ql)?:\/\//.test(text)
}

/** The most connections of one process. */
const CONNECTIONS = 10
/** How long to wait for a connection, and for an answer, in milliseconds. */
const CONNECT_PATIENCE = 5_000
const ANSWER_PATIENCE = 60_000

/**
 * A store in PostgreSQL 14 or later. Connections are opened as needed and again after they are lost; a
 * database that does not answer is `PLATFORM_STORE_UNAVAILABLE`. Rejects when the package `pg` is not installed.
 */
export async function createPostgresDialect(url: string): Promise<Dialect> {
  const { default: pg } = await loadClient('PostgreSQL', 'pg', () => import('pg'))
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_PATIENCE,
    query_timeout: ANSWER_PATIENCE,
    keepAlive: true,
    application_name: 'tributary',
    types: { getTypeParser: readCounts(pg) },
  })
  // An idle connection that breaks is no fault of a request: the pool drops it and opens another.
  pool.on('error', () => {})
  return new PostgresDialect({ pool: guardPool(pool) })
}

type Client = typeof import('pg')['default']

/** Counts are whole numbers that fit; the driver would give them as text. */
function readCounts({ types }: Client): Client['types']['getTypeParser'] {
  return ((id: number, format?: 'text' | 'binary') =>
    id === types.builtins.INT8
      ? Number
      : types.getTypeParser(id, format as 'text')) as typeof types.getTypeParser
}

function guardPool(pool: Pool): PostgresPool {
  return {
    options: pool.options,
    connect: () => pool.connect().then(guardClient, rethrow),
    end: () => pool.end(),
  }
}

type Query = PostgresPoolClient['query']

function guardClient(client: PoolClient): PostgresPoolClient {
  // Without a listener a connection that breaks while it is lent would end the process.
  const ignore = (): void => {}
  client.on('error', ignore)
  const query = (sql: string, parameters: readonly unknown[]): Promise<unknown> =>
    client.query(sql, [...parameters]).catch(rethrow)
  return {
    query: query as Query,
    release: (destroy) => {
      client.removeListener('error', ignore)
      client.release(destroy)
    },
  }
}

function rethrow(error: unknown): never {
  throw toStoreFault(error)
}

/**
 * Makes text columns in PostgreSQL compare by code point, as those of SQLite do, whatever the locale of the
 * database is: the same query gives the same order in both.
 */
export const codePointOrder: KyselyPlugin = {
  transformQuery: ({ node, queryId }: PluginTransformQueryArgs): RootOperationNode =>
    new CollateText().transformNode(node, queryId),
  transformResult: async ({ result }): Promise<QueryResult<UnknownRow>> => result,
}

class CollateText extends OperationNodeTransformer {
  protected override transformColumnDefinition(
    node: ColumnDefinitionNode,
    queryId: PluginTransformQueryArgs['queryId'],
  ): ColumnDefinitionNode {
    const column = super.transformColumnDefinition(node, queryId)
    const type = column.dataType
    return type.kind === 'DataTypeNode' && 'dataType' in type && type.dataType === 'text'
      ? { ...column, dataType: RawNode.createWithSql('text collate "C"') }
      : column
  }
}
