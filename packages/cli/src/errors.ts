import { type ErrorDetails, TributaryError } from '@tributary/core'

/** The codes of the errors that the command itself throws. */
export type CliErrorCode =
  | 'CLI_WORKSPACE_MISSING'
  | 'CLI_WORKSPACE_INVALID'
  | 'CLI_NO_OWNER'
  | 'CLI_ACCOUNT_MISSING'
  | 'CLI_NOT_LOOPBACK'
  | 'CLI_TOOL_ARGUMENTS'
  | 'CLI_FILE_UNREADABLE'
  | 'CLI_STORE_MISSING'
  | 'CLI_FOLDER_TAKEN'
  | 'CLI_FILE_IN_WORKSPACE'
  | 'CLI_ENGINE_UNKNOWN'
  | 'CLI_INPUTS_MIXED'
  | 'CLI_NO_DATA'
  | 'CLI_NO_DEFINITIONS'
  | 'CLI_FOLDER_UNWRITABLE'
  | 'CLI_ISSUERS_INVALID'
  | 'CLI_PROXY_UNKNOWN'
  | 'CLI_RANGE_NEEDED'
  | 'CLI_DIMENSIONS_MISSING'
  | 'CLI_INTERRUPTED'
  | 'CLI_URL_INVALID'
  | 'CLI_SERVICE_FLAGS'
  | 'CLI_CREDENTIALS_MISSING'
  | 'CLI_CREDENTIALS_REFUSED'
  | 'CLI_SERVICE_UNREACHABLE'
  | 'CLI_SERVICE_OLDER'

/** Thrown by the commands; the message is what the user reads on the terminal. */
export class CliError extends TributaryError<CliErrorCode> {}

/**
 * Errors whose message is one sentence: the code, and the sentence with the values of the error in braces. The values are
 * also its details.
 */
const ERRORS = {
  workspaceMissing: { code: 'CLI_WORKSPACE_MISSING', text: '{reason}' },
  placeMissing: {
    code: 'CLI_WORKSPACE_MISSING',
    text: 'Pass --workspace DIR, the folder with the YAML files, --data DIR or --store postgres://…, the store of a service, or --url https://…, a running service.',
  },
  lineagePlace: {
    code: 'CLI_WORKSPACE_MISSING',
    text: 'Pass --workspace DIR, the folder with the YAML files, or --url https://…, a running service.',
  },
  placeTwice: {
    code: 'CLI_WORKSPACE_MISSING',
    text: 'Pass --workspace or {option}, not both: a store has definitions of its own. `tributary apply DIR {option} …` updates them.',
  },
  noOwner: {
    code: 'CLI_NO_OWNER',
    text: 'The workspace {folder} has no account with the role OWNER, and this command runs as the owner. Add one under "accounts".',
  },
  notLoopback: {
    code: 'CLI_NOT_LOOPBACK',
    text: '--host is "{host}"; tributary mcp asks for no credentials and so listens only on 127.0.0.1, ::1 or localhost. For other machines put a proxy that authenticates before it.',
  },
  issuersInvalid: {
    code: 'CLI_ISSUERS_INVALID',
    text: 'The issuers in {file} are not as `tributary start --help` shows them:\n{problems}',
  },
  storeMissing: {
    code: 'CLI_STORE_MISSING',
    text: 'This command needs a store. Pass --data DIR or --store postgres://….',
  },
  pastMissing: {
    code: 'CLI_STORE_MISSING',
    text: 'The history of the lineage is kept by the service. Pass --data DIR, the folder of `tributary start --data`.',
  },
  dataMissing: {
    code: 'CLI_STORE_MISSING',
    text: 'There is no folder {folder}. Pass --data DIR, the folder of `tributary start --data` or `tributary lineage import --data`.',
  },
  workerStore: {
    code: 'CLI_STORE_MISSING',
    text: 'A worker needs the PostgreSQL store of the service: pass --store postgres://…. With an embedded store (--data DIR) the service runs all tasks itself: `tributary start --workers N`.',
  },
  folderTaken: {
    code: 'CLI_FOLDER_TAKEN',
    text: 'The folder {folder} contains {file} already. Choose a folder without YAML files.',
  },
  fileInWorkspace: {
    code: 'CLI_FILE_IN_WORKSPACE',
    text: 'Expected a file outside the workspace {folder}, or one without the ending .yaml or .yml; found {file}. Every YAML file of the folder is read as a part of the workspace, which this one is not. Nothing was written. Choose another folder.',
  },
  inputsMixed: {
    code: 'CLI_INPUTS_MIXED',
    text: '{reason}. Give files, or the address of one database with the tables of it.',
  },
  noData: {
    code: 'CLI_NO_DATA',
    text: 'There is no data file to make a workspace of: {where}. Name CSV, TSV, JSON, NDJSON, Parquet, XLSX, SQLite or DuckDB files with --from.',
  },
  proxyUnknown: { code: 'CLI_PROXY_UNKNOWN', text: '{reason}' },
  rangeNeeded: {
    code: 'CLI_RANGE_NEEDED',
    text: '--compare {word} needs --current as a range of time, such as --current 2001-06; beside a condition --compare must be a range or a condition too',
  },
  noPeriods: {
    code: 'CLI_RANGE_NEEDED',
    text: 'The data of {metric} has no two periods to compare. Compare groups with --peers DIMENSION=A,B and --current RANGE, or read values with tributary query.',
  },
  noDefinitions: {
    code: 'CLI_NO_DEFINITIONS',
    text: 'Expected {wanted}, one YAML file, or YAML files of Cube in {folder}, found none of them. Name the file to import.',
  },
  tooManyFiles: {
    code: 'CLI_NO_DEFINITIONS',
    text: 'Expected the folder of a model in {folder}, found more than {most} files that could be of one. Name the folder that has the model alone, or the file to import.',
  },
  notParsed: {
    code: 'CLI_NO_DEFINITIONS',
    text: 'Expected target/semantic_manifest.json in the dbt project {folder}, found none. Run `dbt parse` in it, which writes the file, and import again.',
  },
  urlInvalid: { code: 'CLI_URL_INVALID', text: '--url is "{url}": {reason}.' },
  serviceFlags: { code: 'CLI_SERVICE_FLAGS', text: '{reason}' },
  credentialsMissing: {
    code: 'CLI_CREDENTIALS_MISSING',
    text: 'The service at {url} needs to know who asks: pass {flag}. `tributary credential create` makes a key for an account.',
  },
} as const

type Sentences = typeof ERRORS

/** A value of a sentence. */
type Value = string | number | readonly string[]

/** The names in braces of a sentence. */
type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Tail}`
  ? Name | Placeholders<Tail>
  : never

/** An error of the table by its name, with the values of its sentence; a list is written a line each. */
export function createCliError<Name extends keyof Sentences>(
  name: Name,
  ...parameters: [Placeholders<Sentences[Name]['text']>] extends [never]
    ? []
    : [Readonly<Record<Placeholders<Sentences[Name]['text']>, Value>>]
): CliError {
  const { code, text } = ERRORS[name]
  const [details = {}]: readonly Readonly<Record<string, Value>>[] = parameters
  const message = text.replace(/\{(\w+)\}/g, (_, key: string) =>
    [details[key] ?? ''].flat().join('\n'),
  )
  return new CliError(code, message, { details })
}

/** The workspace has errors; `problems` lists them all, one a line. */
export function workspaceInvalidError(folder: string, problems: readonly string[]): CliError {
  const count = problems.length === 1 ? '1 error' : `${problems.length} errors`
  return new CliError(
    'CLI_WORKSPACE_INVALID',
    `The workspace ${folder} has ${count} and was not loaded:\n${problems.join('\n')}`,
    { details: { folder, problems } },
  )
}

/** `tributary mcp` does not know as which account of which tenant it answers. */
export function accountMissingError(tenants: readonly string[]): CliError {
  const tenantHint =
    tenants.length === 0
      ? 'The store has no tenant.'
      : `The store has the tenants ${tenants.join(', ')}.`
  return new CliError(
    'CLI_ACCOUNT_MISSING',
    `Say as which account the tools answer: --account NAME${tenants.length === 1 ? '' : ' --tenant NAME'}. ${tenantHint}`,
    { details: { tenants } },
  )
}

/** The arguments of a tool are not as its schema says. */
export function toolArgumentsError(
  { place, problem }: { readonly place: string; readonly problem: string },
  takes: readonly string[],
): CliError {
  const at = place === '' ? '' : ` at ${place}`
  const message = `The arguments are wrong${at}: ${problem}. The tool takes ${takes.join(', ')}.`
  return new CliError('CLI_TOOL_ARGUMENTS', message, { details: { place } })
}

/** A file given on the command line cannot be read. */
export function fileUnreadableError(file: string, cause: unknown): CliError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new CliError('CLI_FILE_UNREADABLE', `Cannot read the file ${file}: ${reason}`, {
    details: { file },
    cause,
  })
}

/** `--engine` names no database of the workspace, whose databases are called `known`. */
export function engineUnknownError(name: string, databaseNames: readonly string[]): CliError {
  const have =
    databaseNames.length === 0
      ? 'The workspace has no datasource that is a database'
      : `The databases of the workspace are ${databaseNames.join(', ')}`
  return new CliError(
    'CLI_ENGINE_UNKNOWN',
    `There is no database "${name}". ${have}; --engine takes the name of one, or an address such as postgres://reader@db.example.com/shop.`,
    { details: { name, known: databaseNames } },
  )
}

/** The folder to export to cannot be created or written: a file has its name, no permission, a full disk. */
export function folderUnwritableError(folder: string, cause: unknown): CliError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new CliError('CLI_FOLDER_UNWRITABLE', `Cannot write to the folder ${folder}: ${reason}`, {
    details: { folder },
    cause,
  })
}

/** A metric has no dimension that its change could be split by; `apart` is the dimension of the peers, or empty. */
export function dimensionsMissingError(metric: string, apart: string): CliError {
  const besides = apart === '' ? 'its time' : `its time and ${apart}, which the peers are of`
  return new CliError(
    'CLI_DIMENSIONS_MISSING',
    `The metric "${metric}" has no dimension besides ${besides}. Define one in the workspace, or ask --by metric_time__day.`,
  )
}

/** The user, or a closed pipe, ended the command; `exitCode` is what the shell expects then. */
export function interruptedError(by: string, exitCode: number): CliError {
  const options: ErrorDetails = { details: { by, exitCode } }
  return new CliError('CLI_INTERRUPTED', `Interrupted by ${by}.`, options)
}

/** The service did not accept the credential. */
export function credentialsRefusedError(
  url: string,
  {
    tenantId,
    authType,
    authValue,
  }: { readonly tenantId: string; readonly authType: string; readonly authValue: string },
): CliError {
  const what =
    authType === 'APIKEY'
      ? 'this API key. Check the key and --tenant; `tributary credential list` shows the keys of a service'
      : `the account "${authValue}" by its name. Check the name and --tenant, or pass an API key: --api-key-file FILE`
  return new CliError(
    'CLI_CREDENTIALS_REFUSED',
    `The service at ${url} does not accept, for the tenant "${tenantId}", ${what}.`,
    { details: { url, tenant: tenantId } },
  )
}

/** There is no connection to the service. */
export function serviceUnreachableError(url: string, cause: unknown): CliError {
  const root = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  const reason = root instanceof Error ? root.message || root.name : String(root)
  const code = root instanceof Error && 'code' in root ? String(root.code) : ''
  const advice = /CERT|SELF_SIGNED|VERIFY/.test(code)
    ? 'The certificate is not trusted here: NODE_EXTRA_CA_CERTS=FILE adds the authority that issued it.'
    : 'Check --url, and that `tributary start` runs there.'
  return new CliError(
    'CLI_SERVICE_UNREACHABLE',
    `The service at ${url} cannot be reached: ${reason}. ${advice}`,
    { details: { url }, cause },
  )
}

/** The service does not have an operation of this version; `version` is its own, null when it does not say. */
export function serviceOlderError(url: string, version: string | null, ours: string): CliError {
  const serviceVersion = version === null ? 'another version than' : `version ${version}, not`
  return new CliError(
    'CLI_SERVICE_OLDER',
    `The service at ${url} is ${serviceVersion} ${ours} as this command, and does not have the operation that answers this. Update the service, or use the command of its version.`,
    { details: { url, version } },
  )
}
