/** The dialects of SQL texts that are read. */
export type SqlTextDialect =
  | 'ANSI'
  | 'DUCKDB'
  | 'POSTGRESQL'
  | 'REDSHIFT'
  | 'TRINO'
  | 'SNOWFLAKE'
  | 'BIGQUERY'
  | 'DATABRICKS'

/** The differences between dialects in expressions. */
export interface DialectFacts {
  readonly name: string
  /** Whether `"x"` is a text, not a name. */
  readonly doubleQuotes: 'NAME' | 'TEXT'
  /** Whether a backslash escapes the next character of a text. */
  readonly backslash: boolean
  /** Whether the quotient of two integers is cut to an integer. */
  readonly cutsIntegers: boolean
  /** Whether CONCAT passes over NULL. */
  readonly concatSkipsNull: boolean
  /** Whether GREATEST and LEAST pass over NULL. */
  readonly greatestSkipsNull: boolean
  /** LOG of one number: to the base 10 or e. */
  readonly log: '10' | 'e'
  /** LOG of two numbers: whether the base is the first. */
  readonly logBaseFirst: boolean
  /** The number of Sunday, from which the days of a week are counted; null when the dialect has none. */
  readonly sunday: 0 | 1 | null
  /** The first day of DATE_TRUNC by weeks; SETTING when a parameter of the session decides. */
  readonly week: 'MONDAY' | 'SUNDAY' | 'SETTING'
  /** Whether functions of times take the unit last. */
  readonly unitIsLast: boolean
  /** Whether DATEDIFF counts borders between units or whole units. */
  readonly dateDiff: 'BORDERS' | 'WHOLE'
  /** The character that makes the next one of a LIKE pattern literal, where ESCAPE is not written. */
  readonly likeEscape: string | null
  /** Whether CAST of a number to an integer rounds; otherwise it cuts off. */
  readonly castRounds: boolean
}

const COMMON = {
  doubleQuotes: 'NAME',
  backslash: false,
  cutsIntegers: false,
  concatSkipsNull: false,
  greatestSkipsNull: false,
  log: '10',
  logBaseFirst: true,
  sunday: 0,
  week: 'MONDAY',
  unitIsLast: false,
  dateDiff: 'BORDERS',
  likeEscape: null,
  castRounds: true,
} as const

/** Every dialect. */
export const DIALECTS: Readonly<Record<SqlTextDialect, DialectFacts>> = {
  ANSI: { ...COMMON, name: 'standard SQL', sunday: null },
  DUCKDB: { ...COMMON, name: 'DuckDB', concatSkipsNull: true, greatestSkipsNull: true },
  POSTGRESQL: {
    ...COMMON,
    name: 'PostgreSQL',
    cutsIntegers: true,
    concatSkipsNull: true,
    greatestSkipsNull: true,
    likeEscape: '\\',
  },
  REDSHIFT: {
    ...COMMON,
    name: 'Redshift',
    cutsIntegers: true,
    greatestSkipsNull: true,
    likeEscape: '\\',
  },
  TRINO: { ...COMMON, name: 'Trino', cutsIntegers: true, dateDiff: 'WHOLE' },
  SNOWFLAKE: { ...COMMON, name: 'Snowflake', backslash: true, week: 'SETTING' },
  BIGQUERY: {
    ...COMMON,
    name: 'BigQuery',
    doubleQuotes: 'TEXT',
    backslash: true,
    log: 'e',
    logBaseFirst: false,
    sunday: 1,
    week: 'SUNDAY',
    unitIsLast: true,
    likeEscape: '\\',
  },
  DATABRICKS: {
    ...COMMON,
    name: 'Databricks',
    doubleQuotes: 'TEXT',
    backslash: true,
    greatestSkipsNull: true,
    log: 'e',
    sunday: 1,
    dateDiff: 'WHOLE',
    likeEscape: '\\',
    castRounds: false,
  },
}

/** The name of every dialect. */
export const SQL_TEXT_DIALECTS: readonly SqlTextDialect[] = [
  'ANSI',
  'DUCKDB',
  'POSTGRESQL',
  'REDSHIFT',
  'TRINO',
  'SNOWFLAKE',
  'BIGQUERY',
  'DATABRICKS',
]
