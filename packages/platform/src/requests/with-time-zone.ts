import type { FactRows } from '@tributary/attribution'
import type { Session } from '../tenant/session.ts'

type TimedRows = Pick<FactRows, 'time' | 'rows'>

/** The plan with the time zone of its times where they are moments, so that the hours of a day are counted as they were. */
export async function withTimeZone<
  Fact extends TimedRows,
  Plan extends TimedRows & { readonly otherFacts?: readonly Fact[] },
>(session: Session, plan: Plan): Promise<Plan> {
  const { otherFacts } = plan
  const zoned = await factWithTimeZone(session, plan)
  if (otherFacts === undefined) return zoned
  const zonedFacts = await Promise.all(otherFacts.map((fact) => factWithTimeZone(session, fact)))
  return { ...zoned, otherFacts: zonedFacts }
}

async function factWithTimeZone<Fact extends TimedRows>(
  { sources, catalog }: Session,
  fact: Fact,
): Promise<Fact> {
  const { time, rows } = fact
  if (time === null || time.value.kind !== 'reference') return fact
  const { table: alias, name } = time.value
  const { table } = rows.lookups.find((lookup) => lookup.alias === alias) ?? rows.base
  const isZoned = await sources.isZoned(table, name)
  return isZoned ? { ...fact, time: { ...time, timeZone: catalog.workspace.timeZone } } : fact
}
