import type { Arithmetic } from './arithmetic.ts'
import type { BooleanLiteral } from './boolean-literal.ts'
import type { Call } from './call.ts'
import type { Column } from './column.ts'
import type { Comparison } from './comparison.ts'
import type { Field } from './field.ts'
import type { Logical } from './logical.ts'
import type { Negate } from './negate.ts'
import type { Not } from './not.ts'
import type { NullLiteral } from './null-literal.ts'
import type { NumberLiteral } from './number-literal.ts'
import type { StringLiteral } from './string-literal.ts'

/** The syntax tree: plain readonly data, JSON-safe, told apart by `kind`. */
export type Expr =
  | NumberLiteral
  | StringLiteral
  | BooleanLiteral
  | NullLiteral
  | Field
  | Column
  | Call
  | Comparison
  | Logical
  | Not
  | Arithmetic
  | Negate
