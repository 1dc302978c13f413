import { Type } from 'typebox'
import type { DateTagDefinition, PeriodDefinition } from '../../definitions/calendar.ts'
import { type Codec, closed, displayName, encodeNames, type InFile, name, text } from './parts.ts'

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

export type PeriodInFile = InFile<typeof periodSchema>
export type DateTagInFile = InFile<typeof dateTagSchema>

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
