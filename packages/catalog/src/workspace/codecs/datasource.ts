import { relative, resolve } from 'node:path'
import { Type } from 'typebox'
import {
  type DatasourceDefinition,
  type EngineCredentials,
  type EngineDatasource,
  type EngineLimits,
  type EngineTls,
  isEngine,
  USUAL_LIMITS,
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

const credentialsSchema = Type.Object(
  {
    user: Type.Optional(text('The user name.')),
    userEnv: Type.Optional(text('Name of the environment variable with the user name.')),
    passwordEnv: Type.Optional(text('Name of the environment variable with the password.')),
    passwordFile: Type.Optional(
      text('File with the password, relative to this file; a line end after it is not part of it.'),
    ),
  },
  { ...closed, description: 'Who connects. The password itself is never in a workspace file.' },
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
      'Memory of a sort or hash of a statement, in MiB. Default: the setting of the server.',
    ),
  },
  { ...closed, description: 'What the datasource may take of its engine.' },
)

const postgresqlSchema = Type.Object(
  {
    name: tableName('Name of the datasource.'),
    displayName,
    type: Type.Literal('POSTGRESQL', {
      description: 'A PostgreSQL database, whose tables are aggregated there. It is only read.',
    }),
    address: Type.String({
      description: 'Host, or host:port. Default port: 5432.',
      pattern: '^([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])(:[0-9]{1,5})?$',
      patternErrorMessage: 'a host or host:port without user and password',
    }),
    database: text('Name of the database.'),
    schema: Type.Optional(text('Schema of the tables given without one. Default: public.')),
    credentials: Type.Optional(credentialsSchema),
    tls: Type.Optional(tlsSchema),
    limits: Type.Optional(limitsSchema),
  },
  { ...closed, description: 'A PostgreSQL database.' },
)

/** A datasource in a workspace file. */
export const datasourceSchema = Type.Union([filesSchema, postgresqlSchema], {
  description: 'A place where data is.',
})

export type DatasourceInFile = InFile<typeof filesSchema> | EngineInFile
export type EngineInFile = InFile<typeof postgresqlSchema>

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
    if (isEngine(datasource)) return { ...names, ...encodeEngine(datasource, folder) }
    return { ...names, type: datasource.type, root: relative(folder, datasource.root) || '.' }
  },
}

function decodeEngine(raw: EngineInFile, folder: string): Omit<EngineDatasource, 'name'> {
  const { displayName = raw.name, type, address, database, schema = 'public' } = raw
  const { credentials = {}, tls = null, limits = {} } = raw
  const [, host = '', port = null] = /^(.*?)(?::(\d+))?$/.exec(address) ?? []
  return {
    displayName,
    type,
    host,
    port: port === null ? null : Number(port),
    database,
    schema,
    credentials: decodeCredentials(credentials, folder),
    tls: tls && decodeTls(tls, folder),
    limits: { ...USUAL_LIMITS, ...limits },
  }
}

function encodeEngine(
  { type, host, port, database, schema, credentials, tls, limits }: EngineDatasource,
  folder: string,
): Omit<EngineInFile, 'name'> {
  const { passwordFile, ...others } = credentials
  return {
    type,
    address: port === null ? host : `${host}:${port}`,
    database,
    ...withoutDefaults(
      {
        schema,
        credentials: withoutDefaults({ ...others, passwordFile: shown(passwordFile, folder) }),
      },
      { schema: 'public' },
    ),
    ...(tls !== null && { tls: encodeTls(tls, folder) }),
    ...withoutDefaults({ limits: withoutDefaults<EngineLimits>(limits, USUAL_LIMITS) }),
  } as Omit<EngineInFile, 'name'>
}

function decodeCredentials(
  { user, userEnv, passwordEnv, passwordFile }: InFile<typeof credentialsSchema>,
  folder: string,
): EngineCredentials {
  return {
    user: user ?? null,
    userEnv: userEnv ?? null,
    passwordEnv: passwordEnv ?? null,
    passwordFile: passwordFile === undefined ? null : resolve(folder, passwordFile),
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
    ca: shown(ca, folder),
    certificate: shown(certificate, folder),
    key: shown(key, folder),
    serverName,
  })
}

function shown(path: string | null, folder: string): string | null {
  return path === null ? null : relative(folder, path)
}
