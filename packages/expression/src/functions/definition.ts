import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { WorkCalendar } from '../time/work-calendar.ts'
import type { FunctionFamily, FunctionName, FunctionNameOf } from '../tree/function-names.ts'
import type { Span } from '../tree/span.ts'
import type { TypedCall, TypedExpr, TypedReference } from '../tree/typed-expr.ts'
import type { Value } from '../values/value.ts'
import type { FormulaFacts } from './formula-facts.ts'

/** A function of the language, as documentation and editors show it. */
export interface FunctionDefinition {
  /** Its canonical spelling; texts may write it in any case. */
  readonly name: FunctionName
  readonly family: FunctionFamily
  /** Its result, in a sentence for people. */
  readonly description: string
  readonly parameters: readonly Parameter[]
  /** Calls of constants with their results; empty for an aggregate. */
  readonly examples: readonly Example[]
}

/** All that the checker, the evaluator and back ends need to know of a function. */
export type FunctionRules = ScalarDefinition | AggregateDefinition

/** The rules of functions of both kinds. */
interface CommonRules extends FunctionDefinition {
  /** The checked call, or the tree that replaces it. The number of arguments is right already; problems are reported to the site. */
  check(args: readonly Argument[], site: CallSite): TypedExpr
}

/** A function of one row as its family declares it: its name and its family are added by the registry. */
export type ScalarFunction = Omit<ScalarDefinition, 'name' | 'family'>

/** A function of many rows as its family declares it. */
export type AggregateFunction = Omit<AggregateDefinition, 'name' | 'family' | 'examples'>

/** A function of the values of one row. */
export interface ScalarDefinition extends CommonRules {
  readonly family: Exclude<FunctionFamily, 'aggregate'>
  /**
   * When the result is NULL. `propagate`: when an argument is, without a call of `evaluate`; `every`: when every argument
   * is; `equal`: when the first argument is, or equals the second; `own`: only `evaluate` knows.
   */
  readonly nulls: 'propagate' | 'every' | 'equal' | 'own'
  /** Facts for the analysis of formulas of numbers. */
  readonly formula: FormulaFacts
  /** The value of a call. An argument is computed at its first use, so that `If` computes one branch only. */
  evaluate(argument: (index: number) => Value, call: TypedCall): Value
}

/** The functions that the checker replaces by other nodes, so that no checked tree has a call of one. */
export type RewrittenFunctionName = 'NotIn' | 'Now' | 'Today' | 'Extract' | 'Mod' | 'SafeDivide'

/** The functions of one row that a checked tree may call: back ends must know how to compute each of them. */
export type ScalarFunctionName = Exclude<
  FunctionName,
  FunctionNameOf<'aggregate'> | RewrittenFunctionName
>

/** A function of many rows, for the formulas of metrics. */
export interface AggregateDefinition extends CommonRules {
  readonly family: 'aggregate'
  /** The call as a formula of aggregates; `measure` gives the reference that stands for an aggregate. */
  aggregated(call: TypedCall, measure: (measure: AggregateMeasure) => TypedReference): TypedExpr
}

/** An aggregate over many rows, computed before a formula; the names are those of SQL. */
export interface AggregateMeasure {
  readonly aggregate:
    | 'SUM'
    | 'COUNT'
    | 'COUNT_DISTINCT'
    | 'MIN'
    | 'MAX'
    | 'PERCENTILE'
    | 'PERCENTILE_DISC'
    | 'VARIANCE'
    | 'STDDEV'
  /** The aggregated expression; null only for a COUNT of rows. */
  readonly argument: TypedExpr | null
  /** Limits the rows to those for which it is TRUE; null for all rows. */
  readonly filter: TypedExpr | null
  /** The fraction of a PERCENTILE or a PERCENTILE_DISC, between 0 and 1; no other aggregate has one. */
  readonly fraction?: number
  /** Whether a SUM adds up each value once; no other aggregate has it. @defaultValue false */
  readonly distinct?: boolean
}

/** An expression without fields and the canonical text of its value, null for NULL. */
export interface Example {
  readonly text: string
  readonly result: string | null
}

/** A parameter, for help texts and argument counts. */
export interface Parameter {
  readonly name: string
  /** Its values in words: "a date or time". */
  readonly takes: string
  /** The texts that it may be, where there are only these. */
  readonly choices?: readonly string[]
  /** May be left out. */
  readonly optional?: boolean
  /** May be given again and again; only the last parameter is. */
  readonly repeated?: boolean
}

/** A checked argument and its place in the text. */
export interface Argument {
  readonly typed: TypedExpr
  readonly span: Span
}

/** The place of a call in the text, and where to report problems with it. */
export interface CallSite {
  readonly function: FunctionName
  readonly span: Span
  /** The request's moment, microseconds since 1970-01-01 in the tenant's local time; absent where there is none. */
  readonly now: bigint | undefined
  /** The start of weeks and fiscal years. */
  readonly calendar: WorkCalendar
  addDiagnostic(diagnostic: Diagnostic): void
}
