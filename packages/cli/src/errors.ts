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

/** The folder given on the command line does not exist, or is a file. */
export function workspaceMissingError(folder: string, sentence: string): CliError {
  return new CliError('CLI_WORKSPACE_MISSING', sentence, { details: { folder } })
}

/** A command that needs definitions was not told where they are. */
export function placeMissingError(): CliError {
  return new CliError(
    'CLI_WORKSPACE_MISSING',
    'Pass --workspace DIR, the folder with the YAML files, --data DIR or --store postgres://…, the store of a service, or --url https://…, a running service.',
  )
}

/** A command about lineage was not told whose. */
export function lineagePlaceError(): CliError {
  return new CliError(
    'CLI_WORKSPACE_MISSING',
    'Pass --workspace DIR, the folder with the YAML files, or --url https://…, a running service.',
  )
}

/** A command was told two places to find definitions in. */
export function placeTwiceError(option: '--data' | '--store'): CliError {
  return new CliError(
    'CLI_WORKSPACE_MISSING',
    `Pass --workspace or ${option}, not both: a store has definitions of its own. \`tributary apply DIR ${option} …\` updates them.`,
  )
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

/** The workspace has no OWNER, as which the command runs. */
export function noOwnerError(folder: string): CliError {
  return new CliError(
    'CLI_NO_OWNER',
    `The workspace ${folder} has no account with the role OWNER, and this command runs as the owner. Add one under "accounts".`,
    { details: { folder } },
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

/** `tributary mcp --http` answers without credentials, so only programs of the same machine may reach it. */
export function notLoopbackError(host: string): CliError {
  return new CliError(
    'CLI_NOT_LOOPBACK',
    `--host is "${host}"; tributary mcp asks for no credentials and so listens only on 127.0.0.1, ::1 or localhost. For other machines put a proxy that authenticates before it.`,
    { details: { host } },
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

/** The file of `--issuers` does not have the form that it must have; `problems` lists all, one a line. */
export function issuersInvalidError(file: string, problems: readonly string[]): CliError {
  return new CliError(
    'CLI_ISSUERS_INVALID',
    `The issuers in ${file} are not as \`tributary start --help\` shows them:\n${problems.join('\n')}`,
    { details: { file, problems } },
  )
}

/** A command that needs a store was given none. */
export function storeMissingError(): CliError {
  return new CliError(
    'CLI_STORE_MISSING',
    'This command needs a store. Pass --data DIR or --store postgres://….',
  )
}

/** A question about the history was asked without the folder that keeps it. */
export function pastMissingError(): CliError {
  return new CliError(
    'CLI_STORE_MISSING',
    'The history of the lineage is kept by the service. Pass --data DIR, the folder of `tributary start --data`.',
  )
}

/** A command that only reads was given a folder that does not exist. */
export function dataMissingError(folder: string): CliError {
  return new CliError(
    'CLI_STORE_MISSING',
    `There is no folder ${folder}. Pass --data DIR, the folder of \`tributary start --data\` or \`tributary lineage import --data\`.`,
  )
}

/** `tributary worker` was not given a PostgreSQL store, the only kind that several processes can work on. */
export function workerStoreError(): CliError {
  return new CliError(
    'CLI_STORE_MISSING',
    'A worker needs the PostgreSQL store of the service: pass --store postgres://…. With an embedded store (--data DIR) the service runs all tasks itself: `tributary start --workers N`.',
  )
}

/** The folder to export to contains YAML files already, which might define the same things. */
export function folderTakenError(folder: string, file: string): CliError {
  return new CliError(
    'CLI_FOLDER_TAKEN',
    `The folder ${folder} contains ${file} already. Choose a folder without YAML files.`,
    { details: { folder, file } },
  )
}

/** A file of another tool would be written among the YAML files of a workspace, which are read as one. */
export function fileInWorkspaceError(file: string, folder: string): CliError {
  return new CliError(
    'CLI_FILE_IN_WORKSPACE',
    `Expected a file outside the workspace ${folder}, or one without the ending .yaml or .yml; found ${file}. Every YAML file of the folder is read as a part of the workspace, which this one is not. Nothing was written. Choose another folder.`,
    { details: { file, folder } },
  )
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

/** No data file was found, or none can be read. */
export function noDataError(where: string): CliError {
  return new CliError(
    'CLI_NO_DATA',
    `There is no data file to make a workspace of: ${where.replace(/\.$/, '')}. Name CSV, TSV, JSON, NDJSON or Parquet files with --from.`,
    { details: { where } },
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

/** A proxy is to be trusted, and nothing says which requests are the proxy's; `reason` is a complete sentence. */
export function proxyUnknownError(reason: string): CliError {
  return new CliError('CLI_PROXY_UNKNOWN', reason)
}

/** A metric has no dimension that its change could be split by; `apart` is the dimension of the peers, or empty. */
export function dimensionsMissingError(metric: string, apart: string): CliError {
  const besides = apart === '' ? 'its time' : `its time and ${apart}, which the peers are of`
  return new CliError(
    'CLI_DIMENSIONS_MISSING',
    `The metric "${metric}" has no dimension besides ${besides}. Define one in the workspace, or ask --by metric_time__day.`,
  )
}

/** `--compare previous` or `year` stands beside a condition, which is no range of time. */
export function rangeNeededError(word: string): CliError {
  return new CliError(
    'CLI_RANGE_NEEDED',
    `--compare ${word} needs --current as a range of time, such as --current 2001-06; beside a condition --compare must be a range or a condition too`,
  )
}

/** The user, or a closed pipe, ended the command; `exitCode` is what the shell expects then. */
export function interruptedError(by: string, exitCode: number): CliError {
  const options: ErrorDetails = { details: { by, exitCode } }
  return new CliError('CLI_INTERRUPTED', `Interrupted by ${by}.`, options)
}

/** A folder given to `tributary import` has no file of definitions, or several YAML files. */
export function noDefinitionsError(folder: string, wanted: readonly string[]): CliError {
  return new CliError(
    'CLI_NO_DEFINITIONS',
    `Expected ${wanted.join(' or ')}, one YAML file, or YAML files of Cube in ${folder}, found none of them. Name the file to import.`,
    { details: { folder } },
  )
}

/** A folder given to `tributary import` has more files than a model has. */
export function tooManyFilesError(folder: string, most: number): CliError {
  return new CliError(
    'CLI_NO_DEFINITIONS',
    `Expected the folder of a model in ${folder}, found more than ${most} files that could be of one. Name the folder that has the model alone, or the file to import.`,
    { details: { folder } },
  )
}

/** A folder given to `tributary import` is a dbt project without a semantic manifest. */
export function notParsedError(folder: string): CliError {
  return new CliError(
    'CLI_NO_DEFINITIONS',
    `Expected target/semantic_manifest.json in the dbt project ${folder}, found none. Run \`dbt parse\` in it, which writes the file, and import again.`,
    { details: { folder } },
  )
}

/** The address of a service cannot be used; `reason` is a clause. */
export function urlInvalidError(url: string, reason: string): CliError {
  return new CliError('CLI_URL_INVALID', `--url is "${url}": ${reason}.`, { details: { url } })
}

/** Flags that do not go together with `--url`, or only with it; `sentence` says which. */
export function serviceFlagError(sentence: string): CliError {
  return new CliError('CLI_SERVICE_FLAGS', sentence)
}

/** A service is to be asked, and `flag` of the credential is missing. */
export function credentialsMissingError(url: string, flag: string): CliError {
  return new CliError(
    'CLI_CREDENTIALS_MISSING',
    `The service at ${url} needs to know who asks: pass ${flag}. \`tributary credential create\` makes a key for an account.`,
    { details: { url } },
  )
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
