import type { FunctionNameOf } from '../../tree/function-names.ts'
import type { ScalarDefinition } from '../definition.ts'
import { cast, tryCast } from './cast.ts'

/** Their definitions. */
export const CONVERSION_FUNCTIONS: Readonly<
  Record<FunctionNameOf<'conversion'>, ScalarDefinition>
> = {
  Cast: cast,
  TryCast: tryCast,
}
