/** A place where data is. */
export type DatasourceDefinition = FilesDatasource | EngineDatasource

/** A folder of data files, read in place by the embedded engine. */
export interface FilesDatasource {
  readonly name: string
  readonly displayName: string
  readonly type: 'FILES'
  /** The folder, absolute. */
  readonly root: string
}

/** A database whose tables are aggregated where they are. */
export interface EngineDatasource {
  readonly name: string
  readonly displayName: string
  readonly type: EngineType
  readonly host: string
  /** Null for the usual port of the engine. */
  readonly port: number | null
  /** Of a Trino, the catalog. Of a ClickHouse, whose names of tables have two parts, the name of the datasource. */
  readonly database: string
  /** The schema of tables that are given without one; of a ClickHouse, their database. */
  readonly schema: string
  readonly credentials: EngineCredentials
  /** Null for a connection without encryption. */
  readonly tls: EngineTls | null
  readonly limits: EngineLimits
  /** Where the tables of plans are kept; null for a datasource that is only read. */
  readonly plans: EnginePlans | null
}

/** A place for the tables of plans within a datasource. */
export interface EnginePlans {
  /** The schema, which has no other tables; of a ClickHouse, the database. */
  readonly schema: string
}

/** The engines that a workspace can name. */
export type EngineType = 'CLICKHOUSE' | 'POSTGRESQL' | 'TRINO'

/** Who connects, and where the password is. A definition never holds the password. */
export interface EngineCredentials {
  readonly user: string | null
  /** The environment variable with the user name. */
  readonly userEnv: string | null
  /** The environment variable with the password. */
  readonly passwordEnv: string | null
  /** The file with the password, absolute. */
  readonly passwordFile: string | null
  /** The environment variable with the token that a Trino takes in place of a password. */
  readonly tokenEnv: string | null
  /** The file with the token, absolute. */
  readonly tokenFile: string | null
}

/** Certificates of an encrypted connection, as absolute paths of PEM files. */
export interface EngineTls {
  /** The authorities to trust in place of those of the system. */
  readonly ca: string | null
  readonly certificate: string | null
  readonly key: string | null
  /** The name that the certificate of the server must have in place of the host. */
  readonly serverName: string | null
}

/** The most that a datasource takes of its engine. */
export interface EngineLimits {
  /** The most statements that run at a time. */
  readonly connections: number
  /** The longest time of a statement, in seconds. */
  readonly seconds: number
  /** The most rows of an answer. */
  readonly rows: number
  /**
   * The memory of a sort or hash of a statement, of a Trino that of a statement on all workers, of a ClickHouse that of a
   * statement, in MiB; null for the setting of the server.
   */
  readonly memory: number | null
}

/** The limits of a datasource that sets none. */
export const USUAL_LIMITS: EngineLimits = {
  connections: 4,
  seconds: 60,
  rows: 1_000_000,
  memory: null,
}

/** The schema of tables given without one, where a datasource names none. */
export const USUAL_SCHEMAS: Readonly<Record<EngineType, string>> = {
  CLICKHOUSE: 'default',
  POSTGRESQL: 'public',
  TRINO: 'default',
}

/** Whether a datasource is a database. */
export function isEngine(datasource: DatasourceDefinition): datasource is EngineDatasource {
  return datasource.type !== 'FILES'
}
