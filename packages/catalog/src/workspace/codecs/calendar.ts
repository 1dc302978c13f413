import type { MonthNumber } from '@tributary/expression'
import { PLAIN_CALENDAR, WEEKDAYS } from '@tributary/expression/internal'
import { Type } from 'typebox'
import { unreadPeriods } from '../../calendar/periods-of-rows.ts'
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

/** The calendar in a workspace file. */
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
    custom: Type.Optional(
      Type.Array(
        Type.Object(
          {
            dataset: text('A dataset whose rows are periods, or parts of periods.'),
            start: text('Its column with the first day of each row.'),
            end: Type.Optional(
              text(
                'Its column with the last day of each row, or with the day after. Default: a row ends where the next one starts.',
              ),
            ),
            grains: Type.Array(
              Type.Object(
                {
                  name: text('The grain, such as RETAIL_MONTH.'),
                  label: text(
                    'The column with what people call the period. Rows next to each other with the same label are one period.',
                  ),
                },
                closed,
              ),
              {
                description: 'The grains that the rows make up, each with its labels.',
                minItems: 1,
              },
            ),
          },
          closed,
        ),
        { description: 'Grains whose periods are listed in a dataset, such as a 4-4-5 calendar.' },
      ),
    ),
  },
  { ...closed, description: 'Weeks, fiscal years and periods of your own. The same in all files.' },
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

/**
 * Weeks and fiscal years: weeks from Monday and no fiscal years by default. Custom periods are known by their words; their
 * rows are read later.
 */
export const calendarCodec: Codec<CalendarInFile, CalendarDefinition> = {
  decode: ({ fiscalYearStart = null, custom, ...raw }) => {
    const sources = custom?.map(({ end = null, grains, ...source }) => {
      const named = grains.map(({ name, label }) => ({ name: name.toUpperCase(), label }))
      return { ...source, end, grains: named }
    })
    return {
      ...PLAIN_CALENDAR,
      ...raw,
      // The schema lets no other number in.
      fiscalYearStart: fiscalYearStart as MonthNumber | null,
      ...(sources && { sources, custom: sources.flatMap(unreadPeriods) }),
    }
  },
  encode: ({ sources = [], custom: _, ...calendar }) => ({
    ...withoutDefaults(calendar, PLAIN_CALENDAR),
    ...(sources.length > 0 && {
      custom: sources.map(({ end, ...source }) => ({ ...source, ...(end !== null && { end }) })),
    }),
  }),
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
