/** The functions of the language by family: each canonical name with its aliases. */
const FUNCTION_NAMES = {
  logic: {
    IN: [],
    NotIn: [],
    Between: [],
    If: [],
    Case: [],
    IsNull: [],
    IsNotNull: [],
    Coalesce: ['IfNull'],
    NullIf: [],
  },
  time: {
    Now: [],
    Today: ['CurrentDate'],
    Date: [],
    Timestamp: [],
    DateTrunc: [],
    DateAdd: [],
    DateDiff: [],
    DateFormat: [],
    LastDay: [],
    Extract: [],
    Year: [],
    Quarter: [],
    Month: [],
    Week: [],
    Day: [],
    DayOfWeek: [],
    DayOfYear: [],
    Hour: [],
    Minute: [],
    Second: [],
  },
  conversion: {
    Cast: [],
    TryCast: [],
  },
  text: {
    Concat: [],
    Length: [],
    Lower: [],
    Upper: [],
    Trim: [],
    LTrim: [],
    RTrim: [],
    Left: [],
    Right: [],
    Substring: ['Substr', 'Mid'],
    Replace: [],
    SplitPart: [],
    Position: [],
    Contains: [],
    NotContains: [],
    StartsWith: [],
    EndsWith: [],
    Like: [],
    ILike: [],
    RegexpLike: [],
    RegexpExtract: [],
    RegexpReplace: [],
  },
  number: {
    Abs: [],
    Round: [],
    Floor: [],
    Ceil: ['Ceiling'],
    Trunc: [],
    Mod: [],
    Sign: [],
    Power: ['Pow'],
    Sqrt: [],
    Exp: [],
    Ln: [],
    Log: [],
    Log10: [],
    Greatest: [],
    Least: [],
    SafeDivide: [],
  },
  aggregate: {
    Sum: [],
    SumIf: [],
    Count: [],
    CountIf: [],
    CountDistinct: ['Count_Distinct'],
    Avg: [],
    AvgIf: [],
    Min: [],
    Max: [],
    Median: [],
    Percentile: [],
    PercentileDisc: [],
    SumDistinct: [],
    AnyValue: [],
    BoolOr: [],
    BoolAnd: [],
    StdDev: [],
    StdDevPop: [],
    Variance: [],
    VariancePop: [],
  },
} as const

type FunctionNames = typeof FUNCTION_NAMES

/** A group of related functions. */
type FunctionFamily = keyof FunctionNames

/** The functions of one family. */
export type FunctionNameOf<Family extends FunctionFamily> = keyof FunctionNames[Family]

/** The canonical name of a function. */
export type FunctionName = { [Family in FunctionFamily]: FunctionNameOf<Family> }[FunctionFamily]

const SPELLINGS: ReadonlyMap<FunctionName, readonly string[]> = new Map(
  Object.values(FUNCTION_NAMES).flatMap(
    (family) => Object.entries(family) as [FunctionName, readonly string[]][],
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
  [...SPELLINGS].flatMap(([name, aliases]) =>
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
 * import { listFunctionAliases } from '@tributary/expression'
 * listFunctionAliases('Substring') // => ['Substr', 'Mid']
 * ```
 */
export function listFunctionAliases(name: FunctionName): readonly string[] {
  return SPELLINGS.get(name) ?? []
}
