import type { ScalarDefinition } from '../definition.ts'
import { cast, tryCast } from './cast.ts'

/** Functions from one type to another. */
export type ConversionFunctionName = 'Cast' | 'TryCast'

/** Their definitions. */
export const CONVERSION_FUNCTIONS: Readonly<Record<ConversionFunctionName, ScalarDefinition>> = {
  Cast: cast,
  TryCast: tryCast,
}
