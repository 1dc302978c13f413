import type { FunctionDefinition } from '../definition.ts'
import { coalesce } from './coalesce.ts'
import { ifFunction } from './if.ts'
import { inFunction } from './in.ts'
import { isNull } from './is-null.ts'

/** Functions of conditions and missing values. */
export type LogicFunctionName = 'IN' | 'If' | 'IsNull' | 'Coalesce'

/** Their definitions. */
export const LOGIC_FUNCTIONS: Readonly<Record<LogicFunctionName, FunctionDefinition>> = {
  IN: inFunction,
  If: ifFunction,
  IsNull: isNull,
  Coalesce: coalesce,
}
