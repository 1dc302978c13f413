import type { MonthNumber } from '@tributary/expression'
import { PLAIN_CALENDAR, WEEKDAYS } from '@tributary/expression/internal'
import { Type } from 'typebox'
import type {
  CalendarDefinition,
  DateTagDefinition,
  PeriodDefinition,
} from '../../definitions/calendar.ts'
import {
  type Codec,
  closed,
  displayName,
  encodeNames,
  type InFile,
  name,
  text,
  withoutDefaults,
} from './parts.ts'

/** The weeks and fiscal years in a workspace file. */
export const calendarSchema = Type.Object(
  {
    weekStart: Type.Optional(
      Type.Enum([...WEEKDAYS], { description: 'The first day of a week. Default: MONDAY.' }),
    ),
    fiscalYearStart: Type.Optional(
      Type.Integer({
        description:
          'The month in which a fiscal year starts, 1 for January. Default: there are no fiscal years.',
        minimum: 1,
        maximum: 12,
      }),
    ),
    fiscalYearName: Type.Optional(
      Type.Enum(['END', 'START'], {
        description:
          'Whether FY2002 is the fiscal year that ends in 2002, or the one that starts in it. Default: END.',
      }),
    ),
  },
  { ...closed, description: 'Weeks and fiscal years. The same in all files.' },
)

/** A statistical period in a workspace file. */
export const periodSchema = Type.Object(
  {
    name: name('Name of the period.'),
    displayName,
    expr: text('What it means, such as "to_date -6 day of 0 day".'),
  },
  { ...closed, description: 'A statistical period that metrics of a request may name.' },
)

/** A date tag in a workspace file. */
export const dateTagSchema = Type.Object(
  {
    name: name('Name of the date tag.'),
    displayName,
    condition: text('A condition on [metric_time].'),
  },
  { ...closed, description: 'A kind of day that metrics of a request may be restricted to.' },
)

export type CalendarInFile = InFile<typeof calendarSchema>
export type PeriodInFile = InFile<typeof periodSchema>
export type DateTagInFile = InFile<typeof dateTagSchema>

/** Weeks and fiscal years: weeks from Monday and no fiscal years by default. */
export const calendarCodec: Codec<CalendarInFile, CalendarDefinition> = {
  decode: ({ fiscalYearStart = null, ...raw }) => ({
    ...PLAIN_CALENDAR,
    ...raw,
    // The schema lets no other number in.
    fiscalYearStart: fiscalYearStart as MonthNumber | null,
  }),
  encode: (calendar) => withoutDefaults(calendar, PLAIN_CALENDAR),
}

/** Statistical periods; the display name is the name by default. */
export const periodCodec: Codec<PeriodInFile, PeriodDefinition> = {
  decode: ({ name, displayName = name, expr }) => ({ name, displayName, expr }),
  encode: ({ name, displayName, expr }) => ({ ...encodeNames({ name, displayName }), expr }),
}

/** Date tags; the display name is the name by default. */
export const dateTagCodec: Codec<DateTagInFile, DateTagDefinition> = {
  decode: ({ name, displayName = name, condition }) => ({ name, displayName, condition }),
  encode: ({ name, displayName, condition }) => ({
    ...encodeNames({ name, displayName }),
    condition,
  }),
}
