import { reasonText } from './route-reason.ts'
import type { Route } from './route-request.ts'

/** Which table answered and why not the others, a line each, as comments of SQL; empty when there was no choice. */
export function describeRoute({ chosen, rejected }: Route): readonly string[] {
  const answering =
    chosen === null
      ? []
      : [
          `-- from ${chosen.table.materialisation.table.join('.')}, the table of the plan "${chosen.table.plan}"`,
        ]
  const others = rejected.map(
    ({ table, reasons }) =>
      `-- not from the table of the plan "${table.plan}": ${reasons.map(reasonText).join('; ')}`,
  )
  return [...answering, ...others]
}
