import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { WorkCalendar } from '../time/work-calendar.ts'
import type { FunctionName, FunctionNameOf } from '../tree/function-names.ts'
import type { Span } from '../tree/span.ts'
import type { TypedCall, TypedExpr, TypedReference } from '../tree/typed-expr.ts'
import type { Value } from '../values/value.ts'

/** All that the checker, the evaluator and completion need to know of a function. */
export type FunctionDefinition = ScalarDefinition | AggregateDefinition

/** What functions of both kinds have. */
interface Definition {
  /** Its canonical spelling; texts may write it in any case. */
  readonly name: FunctionName
  /** What it gives, in a sentence for people. */
  readonly description: string
  readonly parameters: readonly Parameter[]
  /** The checked call, or the tree that replaces it. The number of arguments is right already; problems are reported to the site. */
  check(args: readonly Argument[], site: CallSite): TypedExpr
}

/** A function of one row as its family declares it: its name and its family are added by the registry. */
export type ScalarFunction = Omit<ScalarDefinition, 'name' | 'family'>

/** The same of a function of many rows. */
export type AggregateFunction = Omit<AggregateDefinition, 'name' | 'family'>

/** A function of the values of one row. */
export interface ScalarDefinition extends Definition {
  readonly family: 'logic' | 'time' | 'conversion' | 'text' | 'number'
  /** Calls of constants with their results, for people; a test runs them. */
  readonly examples: readonly Example[]
  /** `propagate`: a NULL argument gives NULL without a call of `evaluate`; `own`: `evaluate` handles NULL. */
  readonly nulls: 'propagate' | 'own'
  /** The value of a call. An argument is computed when it is asked for, so that `If` computes one branch only. */
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
export interface AggregateDefinition extends Definition {
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
  /** What is aggregated; null only for a COUNT of rows. */
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
  /** What it takes, in words: "a date or time". */
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
  /** What weeks and fiscal years are. */
  readonly calendar: WorkCalendar
  addDiagnostic(diagnostic: Diagnostic): void
}
