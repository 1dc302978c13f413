import type { FunctionNameOf } from '../../tree/function-names.ts'
import type { ScalarDefinition } from '../definition.ts'
import { concat } from './concat.ts'
import { contains } from './contains.ts'
import { endsWith } from './ends-with.ts'
import { iLike } from './i-like.ts'
import { lTrim } from './l-trim.ts'
import { left } from './left.ts'
import { length } from './length.ts'
import { like } from './like.ts'
import { lower } from './lower.ts'
import { notContains } from './not-contains.ts'
import { position } from './position.ts'
import { rTrim } from './r-trim.ts'
import { regexpLike } from './regexp-like.ts'
import { replace } from './replace.ts'
import { right } from './right.ts'
import { splitPart } from './split-part.ts'
import { startsWith } from './starts-with.ts'
import { substring } from './substring.ts'
import { trim } from './trim.ts'
import { upper } from './upper.ts'

/** Their definitions. */
export const TEXT_FUNCTIONS: Readonly<Record<FunctionNameOf<'text'>, ScalarDefinition>> = {
  Concat: concat,
  Length: length,
  Lower: lower,
  Upper: upper,
  Trim: trim,
  LTrim: lTrim,
  RTrim: rTrim,
  Left: left,
  Right: right,
  Substring: substring,
  Replace: replace,
  SplitPart: splitPart,
  Position: position,
  Contains: contains,
  NotContains: notContains,
  StartsWith: startsWith,
  EndsWith: endsWith,
  Like: like,
  ILike: iLike,
  RegexpLike: regexpLike,
}
