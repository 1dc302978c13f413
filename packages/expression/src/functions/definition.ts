import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { FunctionName } from '../tree/function-names.ts'
import type { Span } from '../tree/span.ts'
import type { TypedCall, TypedExpr, TypedReference } from '../tree/typed-expr.ts'
import type { Value } from '../values/value.ts'
import type { SqlForms } from './sql-forms.ts'

/** All there is to know of a function. The checker, the evaluator and every SQL compiler read only this. */
export type FunctionDefinition = ScalarDefinition | AggregateDefinition

/** What every function says of itself. */
interface Definition {
  /** Its canonical spelling; texts may write it in any case. */
  readonly name: FunctionName
  /** One sentence for a person. */
  readonly description: string
  readonly parameters: readonly Parameter[]
  /** The checked call, or what stands in its place. Argument counts are right already; complaints go to the site. */
  check(args: readonly Argument[], site: CallSite): TypedExpr
}

/** A function of the values of one row. */
export interface ScalarDefinition extends Definition {
  readonly family: 'logic' | 'time' | 'conversion' | 'text' | 'number'
  /** Calls of constants and what they give, for people; a test runs them. */
  readonly examples: readonly Example[]
  /** `propagate`: a NULL argument gives NULL and `evaluate` is not asked; `own`: `evaluate` decides. */
  readonly nulls: 'propagate' | 'own'
  /** The value of a call. An argument is computed when it is asked for, so that `If` runs one branch. */
  evaluate(argument: (index: number) => Value, call: TypedCall): Value
  /** The same in SQL, engine by engine. */
  readonly sql: SqlForms
}

/** A function of many rows, for the formulas of metrics. */
export interface AggregateDefinition extends Definition {
  readonly family: 'aggregate'
  /** The call in terms of what is aggregated; `leaf` gives the reference that stands for a leaf. */
  aggregated(call: TypedCall, leaf: (leaf: AggregateLeaf) => TypedReference): TypedExpr
}

/** What is taken over many rows before a formula is computed: SQL's aggregates, in capitals. */
export interface AggregateLeaf {
  readonly aggregate:
    | 'SUM'
    | 'COUNT'
    | 'COUNT_DISTINCT'
    | 'MIN'
    | 'MAX'
    | 'PERCENTILE'
    | 'VARIANCE'
    | 'STDDEV'
  /** Null only for a COUNT of rows. */
  readonly argument: TypedExpr | null
  /** Only the rows for which it is TRUE; null for all. */
  readonly filter: TypedExpr | null
  /** Of PERCENTILE alone: between 0 and 1. */
  readonly fraction?: number
}

/** An expression without fields, and the canonical text of its value; null for NULL. */
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

/** A checked argument and where it stands. */
export interface Argument {
  readonly typed: TypedExpr
  readonly span: Span
}

/** Where a call stands, and whom to tell what is wrong with it. */
export interface CallSite {
  readonly span: Span
  /** The request's moment, microseconds since 1970-01-01 in the tenant's local time; absent where there is none. */
  readonly now: bigint | undefined
  complain(diagnostic: Diagnostic): void
}
