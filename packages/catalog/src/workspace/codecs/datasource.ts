import { relative, resolve } from 'node:path'
import { assertNever } from '@tributary/core'
import { Type } from 'typebox'
import {
  type DatasourceDefinition,
  type EngineCredentials,
  type EngineDatasource,
  type EngineLimits,
  type EngineTls,
  isEngine,
  USUAL_LIMITS,
  USUAL_SCHEMAS,
} from '../../definitions/datasource.ts'
import {
  type Codec,
  closed,
  displayName,
  encodeNames,
  type InFile,
  tableName,
  text,
  withoutDefaults,
} from './parts.ts'

const filesSchema = Type.Object(
  {
    name: tableName('Name of the datasource; begins the GUIDs of its files.'),
    displayName,
    type: Type.Literal('FILES', { description: 'A folder of data files, read in place.' }),
    root: text('The folder, relative to this file.'),
  },
  { ...closed, description: 'A folder of data files.' },
)

const credentials = {
  user: Type.Optional(text('The user name.')),
  userEnv: Type.Optional(text('Name of the environment variable with the user name.')),
  passwordEnv: Type.Optional(text('Name of the environment variable with the password.')),
  passwordFile: Type.Optional(
    text('File with the password, relative to this file; a line end after it is not part of it.'),
  ),
}

const credentialsSchema = Type.Object(credentials, {
  ...closed,
  description: 'Who connects. The password itself is never in a workspace file.',
})

const trinoCredentialsSchema = Type.Object(
  {
    ...credentials,
    tokenEnv: Type.Optional(
      text('Name of the environment variable with the token (JWT) in place of a password.'),
    ),
    tokenFile: Type.Optional(text('File with the token, relative to this file.')),
  },
  {
    ...closed,
    description: 'Who connects. The password or token itself is never in a workspace file.',
  },
)

const tlsSchema = Type.Object(
  {
    ca: Type.Optional(
      text('PEM file of the authorities to trust, relative to this file. Default: the usual ones.'),
    ),
    certificate: Type.Optional(text('PEM file of the client certificate, relative to this file.')),
    key: Type.Optional(text('PEM file of the key of the client certificate.')),
    serverName: Type.Optional(
      text('The name that the certificate of the server must have. Default: the host.'),
    ),
  },
  { ...closed, description: 'Encrypts the connection and checks the certificate of the server.' },
)

const positive = (what: string) => Type.Optional(Type.Integer({ description: what, minimum: 1 }))

const limitsSchema = Type.Object(
  {
    connections: positive('The most statements that run at a time. Default: 4.'),
    seconds: positive('The longest time of a statement, in seconds. Default: 60.'),
    rows: positive('The most rows of an answer of the engine. Default: 1000000.'),
    memory: positive(
      'Memory of a sort or hash of a statement (POSTGRESQL), of a statement on all workers (TRINO), or of a statement (CLICKHOUSE), in MiB. Default: the setting of the server.',
    ),
  },
  { ...closed, description: 'What the datasource may take of its engine.' },
)

const plansSchema = (what: string) =>
  Type.Optional(
    Type.Object(
      { schema: tableName(what) },
      {
        ...closed,
        description:
          'Keeps the tables of plans in the engine. Default: they are kept with the store, and the datasource is only read.',
      },
    ),
  )

const address = (description: string) =>
  Type.String({
    description,
    pattern: '^([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])(:[0-9]{1,5})?$',
    patternErrorMessage: 'a host or host:port without user and password',
  })

const postgresqlSchema = Type.Object(
  {
    name: tableName('Name of the datasource.'),
    displayName,
    type: Type.Literal('POSTGRESQL', {
      description: 'A PostgreSQL database, whose tables are aggregated there.',
    }),
    address: address('Host, or host:port. Default port: 5432.'),
    database: text('Name of the database.'),
    schema: Type.Optional(text('Schema of the tables given without one. Default: public.')),
    credentials: Type.Optional(credentialsSchema),
    tls: Type.Optional(tlsSchema),
    limits: Type.Optional(limitsSchema),
    plans: plansSchema('Schema for the tables of plans. It exists, and has no other tables.'),
  },
  { ...closed, description: 'A PostgreSQL database.' },
)

const trinoSchema = Type.Object(
  {
    name: tableName('Name of the datasource.'),
    displayName,
    type: Type.Literal('TRINO', {
      description: 'A catalog of a Trino, whose tables are aggregated there.',
    }),
    address: address('Host of the coordinator, or host:port. Default port: 8080, with tls 8443.'),
    catalog: text('Name of the catalog, as in `SHOW CATALOGS`.'),
    schema: Type.Optional(text('Schema of the tables given without one. Default: default.')),
    credentials: Type.Optional(trinoCredentialsSchema),
    tls: Type.Optional(tlsSchema),
    limits: Type.Optional(limitsSchema),
    plans: plansSchema('Schema for the tables of plans. It exists, and has no other tables.'),
  },
  { ...closed, description: 'A catalog of a Trino.' },
)

const clickhouseSchema = Type.Object(
  {
    name: tableName('Name of the datasource; begins the ids of its tables in lineage.'),
    displayName,
    type: Type.Literal('CLICKHOUSE', {
      description: 'A ClickHouse, whose tables are aggregated there.',
    }),
    address: address(
      'Host of the HTTP interface, or host:port. Default port: 8123, with tls 8443.',
    ),
    database: Type.Optional(text('Database of the tables given without one. Default: default.')),
    credentials: Type.Optional(credentialsSchema),
    tls: Type.Optional(tlsSchema),
    limits: Type.Optional(limitsSchema),
    plans: plansSchema('Database for the tables of plans. It exists, and has no other tables.'),
  },
  { ...closed, description: 'A ClickHouse.' },
)

/** A datasource in a workspace file. */
export const datasourceSchema = Type.Union(
  [clickhouseSchema, filesSchema, postgresqlSchema, trinoSchema],
  { description: 'A place where data is.' },
)

export type DatasourceInFile = InFile<typeof filesSchema> | EngineInFile
export type EngineInFile =
  | InFile<typeof clickhouseSchema>
  | InFile<typeof postgresqlSchema>
  | InFile<typeof trinoSchema>

/** Datasources; a relative path starts at the folder of the file. */
export const datasourceCodec: Codec<DatasourceInFile, DatasourceDefinition> = {
  decode: (raw, { folder }) => {
    const { name, displayName = name } = raw
    if (raw.type !== 'FILES') return { ...decodeEngine(raw, folder), name, displayName }
    return { name, displayName, type: raw.type, root: resolve(folder, raw.root) }
  },
  encode: (datasource, { folder }) => {
    const { name, displayName } = datasource
    const names = encodeNames({ name, displayName })
    if (isEngine(datasource))
      return { ...names, ...encodeEngine(datasource, folder) } as EngineInFile
    return { ...names, type: datasource.type, root: relative(folder, datasource.root) || '.' }
  },
}

function decodeEngine(raw: EngineInFile, folder: string): Omit<EngineDatasource, 'name'> {
  const { displayName = raw.name, type, address } = raw
  const { credentials = {}, tls = null, limits = {}, plans = null } = raw
  const [, host = '', port = null] = /^(.*?)(?::(\d+))?$/.exec(address) ?? []
  return {
    displayName,
    type,
    host,
    port: port === null ? null : Number(port),
    ...decodePlace(raw),
    credentials: decodeCredentials(credentials, folder),
    tls: tls && decodeTls(tls, folder),
    limits: { ...USUAL_LIMITS, ...limits },
    plans: plans && { schema: plans.schema },
  }
}

/** Where the tables of a datasource are that are given by their name alone. */
function decodePlace(raw: EngineInFile): Pick<EngineDatasource, 'database' | 'schema'> {
  const usual = USUAL_SCHEMAS[raw.type]
  switch (raw.type) {
    case 'CLICKHOUSE':
      return { database: raw.name, schema: raw.database ?? usual }
    case 'POSTGRESQL':
      return { database: raw.database, schema: raw.schema ?? usual }
    case 'TRINO':
      return { database: raw.catalog, schema: raw.schema ?? usual }
    default:
      return assertNever(raw)
  }
}

function encodePlace({ type, database, schema }: EngineDatasource): object {
  const named = schema === USUAL_SCHEMAS[type] ? {} : { schema }
  switch (type) {
    case 'CLICKHOUSE':
      return { database: schema }
    case 'POSTGRESQL':
      return { database, ...named }
    case 'TRINO':
      return { catalog: database, ...named }
    default:
      return assertNever(type)
  }
}

function encodeEngine(datasource: EngineDatasource, folder: string): object {
  const { type, host, port, credentials, tls, limits, plans } = datasource
  const { passwordFile, tokenFile, ...plainCredentials } = credentials
  return {
    type,
    address: port === null ? host : `${host}:${port}`,
    ...encodePlace(datasource),
    ...withoutDefaults({
      credentials: withoutDefaults({
        ...plainCredentials,
        passwordFile: toFolderPath(passwordFile, folder),
        tokenFile: toFolderPath(tokenFile, folder),
      }),
    }),
    ...(tls !== null && { tls: encodeTls(tls, folder) }),
    ...withoutDefaults({ limits: withoutDefaults<EngineLimits>(limits, USUAL_LIMITS) }),
    ...(plans !== null && { plans: { schema: plans.schema } }),
  }
}

function decodeCredentials(
  raw: InFile<typeof trinoCredentialsSchema>,
  folder: string,
): EngineCredentials {
  const { user, userEnv, passwordEnv, passwordFile, tokenEnv, tokenFile } = raw
  const path = (file: string | undefined) => (file === undefined ? null : resolve(folder, file))
  return {
    user: user ?? null,
    userEnv: userEnv ?? null,
    passwordEnv: passwordEnv ?? null,
    passwordFile: path(passwordFile),
    tokenEnv: tokenEnv ?? null,
    tokenFile: path(tokenFile),
  }
}

function decodeTls(
  { ca, certificate, key, serverName }: InFile<typeof tlsSchema>,
  folder: string,
): EngineTls {
  const path = (file: string | undefined): string | null =>
    file === undefined ? null : resolve(folder, file)
  return {
    ca: path(ca),
    certificate: path(certificate),
    key: path(key),
    serverName: serverName ?? null,
  }
}

function encodeTls({ ca, certificate, key, serverName }: EngineTls, folder: string) {
  return withoutDefaults({
    ca: toFolderPath(ca, folder),
    certificate: toFolderPath(certificate, folder),
    key: toFolderPath(key, folder),
    serverName,
  })
}

function toFolderPath(path: string | null, folder: string): string | null {
  return path === null ? null : relative(folder, path)
}
