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

/** Functions of conditions and missing values. */
export type LogicFunctionName =
  | 'IN'
  | 'NotIn'
  | 'Between'
  | 'If'
  | 'Case'
  | 'IsNull'
  | 'IsNotNull'
  | 'Coalesce'
  | 'NullIf'

/** Their definitions. */
export const LOGIC_FUNCTIONS: Readonly<Record<LogicFunctionName, ScalarDefinition>> = {
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
