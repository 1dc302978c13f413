/** The names of a function besides its canonical one. */
interface OtherNames {
  /** The names that texts may use instead. */
  readonly aliases?: readonly string[]
  /** The name of the same function, with the same arguments, in standard SQL; null when there is none. */
  readonly sql: string | null
}

/** The functions of the language by family. */
const FUNCTION_NAMES = {
  logic: {
    IN: { sql: null },
    NotIn: { sql: null },
    Between: { sql: null },
    If: { sql: null },
    Case: { sql: null },
    IsNull: { sql: null },
    IsNotNull: { sql: null },
    Coalesce: { aliases: ['IfNull'], sql: 'COALESCE' },
    NullIf: { sql: 'NULLIF' },
  },
  time: {
    Now: { sql: null },
    Today: { aliases: ['CurrentDate'], sql: null },
    Date: { sql: null },
    Timestamp: { sql: null },
    DateTrunc: { sql: null },
    DateAdd: { sql: null },
    DateDiff: { sql: null },
    DateFormat: { sql: null },
    LastDay: { sql: null },
    Extract: { sql: null },
    Year: { sql: null },
    Quarter: { sql: null },
    Month: { sql: null },
    Week: { sql: null },
    Day: { sql: null },
    DayOfWeek: { sql: null },
    DayOfYear: { sql: null },
    Hour: { sql: null },
    Minute: { sql: null },
    Second: { sql: null },
  },
  conversion: {
    Cast: { sql: null },
    TryCast: { sql: null },
  },
  text: {
    Concat: { sql: 'CONCAT' },
    Length: { sql: null },
    Lower: { sql: 'LOWER' },
    Upper: { sql: 'UPPER' },
    Trim: { sql: null },
    LTrim: { sql: null },
    RTrim: { sql: null },
    Left: { sql: null },
    Right: { sql: null },
    Substring: { aliases: ['Substr', 'Mid'], sql: null },
    Replace: { sql: null },
    SplitPart: { sql: null },
    Position: { sql: null },
    Contains: { sql: null },
    NotContains: { sql: null },
    StartsWith: { sql: null },
    EndsWith: { sql: null },
    Like: { sql: null },
    ILike: { sql: null },
    RegexpLike: { sql: null },
    RegexpExtract: { sql: null },
    RegexpReplace: { sql: null },
  },
  number: {
    Abs: { sql: 'ABS' },
    Round: { sql: 'ROUND' },
    Floor: { sql: 'FLOOR' },
    Ceil: { aliases: ['Ceiling'], sql: 'CEIL' },
    Trunc: { sql: null },
    Mod: { sql: null },
    Sign: { sql: 'SIGN' },
    Power: { aliases: ['Pow'], sql: 'POWER' },
    Sqrt: { sql: 'SQRT' },
    Exp: { sql: 'EXP' },
    Ln: { sql: 'LN' },
    Log: { sql: null },
    Log10: { sql: null },
    Greatest: { sql: null },
    Least: { sql: null },
    SafeDivide: { sql: null },
  },
  aggregate: {
    Sum: { sql: 'SUM' },
    SumIf: { sql: null },
    Count: { sql: null },
    CountIf: { sql: null },
    CountDistinct: { aliases: ['Count_Distinct'], sql: null },
    Avg: { sql: 'AVG' },
    AvgIf: { sql: null },
    Min: { sql: 'MIN' },
    Max: { sql: 'MAX' },
    Median: { sql: 'MEDIAN' },
    Percentile: { sql: null },
    PercentileDisc: { sql: null },
    SumDistinct: { sql: null },
    AnyValue: { sql: null },
    BoolOr: { sql: null },
    BoolAnd: { sql: null },
    StdDev: { sql: 'STDDEV_SAMP' },
    StdDevPop: { sql: 'STDDEV_POP' },
    Variance: { sql: 'VAR_SAMP' },
    VariancePop: { sql: 'VAR_POP' },
  },
} as const

/** A group of related functions. */
export type FunctionFamily = keyof typeof FUNCTION_NAMES

/** The functions of one family. */
export type FunctionNameOf<Family extends FunctionFamily> = keyof (typeof FUNCTION_NAMES)[Family]

/** The canonical name of a function. */
export type FunctionName = {
  [Family in FunctionFamily]: keyof (typeof FUNCTION_NAMES)[Family]
}[FunctionFamily]

const BY_FAMILY: Readonly<Record<string, Readonly<Record<string, OtherNames>>>> = FUNCTION_NAMES

const OTHER_NAMES: ReadonlyMap<FunctionName, OtherNames> = new Map(
  Object.values(BY_FAMILY).flatMap(
    (family) => Object.entries(family) as [FunctionName, OtherNames][],
  ),
)

/** The family of each function of the language, in the order of the families. */
export const FAMILIES: ReadonlyMap<FunctionName, FunctionFamily> = new Map(
  Object.entries(FUNCTION_NAMES).flatMap(([family, names]) =>
    Object.keys(names).map((name) => [name as FunctionName, family as FunctionFamily]),
  ),
)

// A map: names of Object.prototype must not be found.
const BY_SPELLING: ReadonlyMap<string, FunctionName> = new Map(
  [...OTHER_NAMES].flatMap(([name, { aliases = [] }]) =>
    [name, ...aliases].flatMap((spelling) =>
      [spelling, spelling.toLowerCase()].map((key) => [key, name] as const),
    ),
  ),
)

/** The canonical name for a name or an alias in any case; undefined when there is no such function. */
export function findFunctionName(spelling: string): FunctionName | undefined {
  return BY_SPELLING.get(spelling) ?? BY_SPELLING.get(spelling.toLowerCase())
}

/**
 * The aliases of a function, which texts may use in place of its canonical name.
 * @example
 * ```ts
 * import { listFunctionAliases } from '@tributary/attribution/expression'
 * listFunctionAliases('Substring') // => ['Substr', 'Mid']
 * ```
 */
export function listFunctionAliases(name: FunctionName): readonly string[] {
  return OTHER_NAMES.get(name)?.aliases ?? []
}

/** The name of a function in standard SQL; null when it has none there, or takes other arguments. */
export function getSqlName(name: FunctionName): string | null {
  return OTHER_NAMES.get(name)?.sql ?? null
}
