import type { FunctionNameOf } from '../../tree/function-names.ts'
import type { ScalarDefinition } from '../definition.ts'
import { between } from './between.ts'
import { caseFunction } from './case.ts'
import { coalesce } from './coalesce.ts'
import { ifFunction } from './if.ts'
import { inFunction } from './in.ts'
import { isNotNull } from './is-not-null.ts'
import { isNull } from './is-null.ts'
import { notIn } from './not-in.ts'
import { nullIf } from './null-if.ts'

/** Their definitions. */
export const LOGIC_FUNCTIONS: Readonly<Record<FunctionNameOf<'logic'>, ScalarDefinition>> = {
  IN: inFunction,
  NotIn: notIn,
  Between: between,
  If: ifFunction,
  Case: caseFunction,
  IsNull: isNull,
  IsNotNull: isNotNull,
  Coalesce: coalesce,
  NullIf: nullIf,
}
