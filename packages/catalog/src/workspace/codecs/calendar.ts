import { type TUnsafe, Type } from 'typebox'
import type { DateTagInFile, PeriodInFile } from '../workspace-file.ts'
import { agreeing, closed, displayName, name, text } from './parts.ts'

/** A statistical period in a workspace file. */
export const period: TUnsafe<PeriodInFile> = agreeing<PeriodInFile>()(
  Type.Object(
    {
      name: name('Name of the period.'),
      displayName,
      expr: text('What it means, such as "to_date -6 day of 0 day".'),
    },
    { ...closed, description: 'A statistical period that metrics of a request may name.' },
  ),
)

/** A date tag in a workspace file. */
export const dateTag: TUnsafe<DateTagInFile> = agreeing<DateTagInFile>()(
  Type.Object(
    {
      name: name('Name of the date tag.'),
      displayName,
      condition: text('A condition on [metric_time].'),
    },
    { ...closed, description: 'A kind of day that metrics of a request may be restricted to.' },
  ),
)
