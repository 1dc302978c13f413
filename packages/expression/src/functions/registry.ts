import { cast } from './conversion/cast.ts'
import type { FunctionDefinition } from './definition.ts'
import { coalesce } from './logic/coalesce.ts'
import { ifFunction } from './logic/if.ts'
import { inFunction } from './logic/in.ts'
import { isNull } from './logic/is-null.ts'
import { date } from './time/date.ts'
import { dateAdd } from './time/date-add.ts'
import { dateTrunc } from './time/date-trunc.ts'
import { now } from './time/now.ts'

/** The functions of the language, in their canonical spelling. */
export type FunctionName =
  | 'IN'
  | 'If'
  | 'IsNull'
  | 'Coalesce'
  | 'DateTrunc'
  | 'DateAdd'
  | 'Date'
  | 'Now'
  | 'Cast'

/** Every function, by its canonical name. */
export const FUNCTIONS: Readonly<Record<FunctionName, FunctionDefinition>> = {
  IN: inFunction,
  If: ifFunction,
  IsNull: isNull,
  Coalesce: coalesce,
  DateTrunc: dateTrunc,
  DateAdd: dateAdd,
  Date: date,
  Now: now,
  Cast: cast,
}

// A map: names of Object.prototype must not be found.
const byLowerCase: ReadonlyMap<string, FunctionDefinition> = new Map(
  Object.values(FUNCTIONS).map((one) => [one.name.toLowerCase(), one]),
)

/** The definition of a function by its canonical name. */
export function functionNamed(name: FunctionName): FunctionDefinition {
  return FUNCTIONS[name]
}

/** The definition that a text means, in any case; undefined when there is none. */
export function findFunction(name: string): FunctionDefinition | undefined {
  return byLowerCase.get(name.toLowerCase())
}
