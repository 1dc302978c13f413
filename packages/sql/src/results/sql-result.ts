import type { ValueType } from '@tributary/expression'

/** The columns of a result, in the order of the statement. */
export interface SqlResult {
  readonly rowCount: number
  readonly columns: readonly SqlColumn[]
}

/**
 * A column of a result. `exact` is `units[i] / 10^scale`; `double` has NaN for NULL and an infinity for NaN; `date` counts days
 * and `timestamp` microseconds since 1970-01-01 00:00:00.
 */
export type SqlColumn =
  | { readonly kind: 'text'; readonly values: readonly (string | null)[] }
  | { readonly kind: 'boolean'; readonly values: readonly (boolean | null)[] }
  | { readonly kind: 'double'; readonly values: Float64Array }
  | { readonly kind: 'exact'; readonly scale: number; readonly units: readonly (bigint | null)[] }
  | { readonly kind: 'date'; readonly values: readonly (number | null)[] }
  | { readonly kind: 'timestamp'; readonly values: readonly (bigint | null)[] }

/** A column of a table that is created. */
export interface TypedColumn {
  readonly name: string
  /** The engine's name of its type, such as `DECIMAL(18,3)`. */
  readonly type: string
}

/** A column of a table that exists. */
export interface TableColumn extends TypedColumn {
  /** Its type in the expression language; null for a type that the language does not have. */
  readonly valueType: ValueType | null
}
