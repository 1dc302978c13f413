import type { FunctionDefinition } from '../definition.ts'
import { date } from './date.ts'
import { dateAdd } from './date-add.ts'
import { dateTrunc } from './date-trunc.ts'
import { now } from './now.ts'

/** Functions of dates and times. */
export type TimeFunctionName = 'DateTrunc' | 'DateAdd' | 'Date' | 'Now'

/** Their definitions. */
export const TIME_FUNCTIONS: Readonly<Record<TimeFunctionName, FunctionDefinition>> = {
  DateTrunc: dateTrunc,
  DateAdd: dateAdd,
  Date: date,
  Now: now,
}
