import { type RouteReason, reasonText } from './route-reason.ts'
import type { ChosenTable, RejectedTable, Route } from './route-request.ts'

/** Whether the reader may see the name of a plan. */
export type MayName = (plan: string) => boolean

const EVERY_PLAN: MayName = () => true

/**
 * Which table answered and why not the others, a line each, as comments of SQL; empty when there was no choice. Of
 * plans that may not be named only their number is told.
 */
export function describeRoute(
  { chosen, rejected }: Route,
  mayName: MayName = EVERY_PLAN,
): readonly string[] {
  const visibleTables = rejected.filter(({ table }) => mayName(table.plan))
  return [
    ...(chosen === null ? [] : [chosenText(chosen, mayName)]),
    ...visibleTables.map((rejectedTable) => rejectedText(rejectedTable, mayName)),
    ...hiddenText(rejected.length - visibleTables.length),
  ]
}

function chosenText({ table: { plan, materialisation } }: ChosenTable, mayName: MayName): string {
  return mayName(plan)
    ? `-- from ${materialisation.table.join('.')}, the table of the plan "${plan}"`
    : '-- from the table of a plan'
}

function rejectedText({ table, reasons }: RejectedTable, mayName: MayName): string {
  const texts = reasons.map((reason) => reasonText(hidePlanName(reason, mayName)))
  return `-- not from the table of the plan "${table.plan}": ${texts.join('; ')}`
}

function hidePlanName(reason: RouteReason, mayName: MayName): RouteReason {
  return reason.kind === 'LARGER' && reason.than !== null && !mayName(reason.than)
    ? { kind: 'LARGER', than: null }
    : reason
}

function hiddenText(count: number): readonly string[] {
  if (count === 0) return []
  return [`-- not from ${count === 1 ? '1 more table' : `${count} more tables`} of plans`]
}
