import type { ValueType } from '@tributary/expression'

/** A column of a table. */
export interface TableColumn {
  readonly name: string
  /** The engine's name of its type: `DECIMAL(18,3)`. */
  readonly type: string
  /** Its type in the expression language; null for one that the language does not have. */
  readonly valueType: ValueType | null
}
