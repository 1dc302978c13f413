import type { Grain } from '@tributary/expression'
import type {
  AskedMeasure,
  Condition,
  Dimension,
  MeasureCase,
  PlanCase,
  RequestCase,
  WindowCase,
} from './route-cases.ts'

/** Whether a plan's table may answer a request, all its partitions being fresh: the rule in words of the cases alone. */
export function mayAnswer(plan: PlanCase, request: RequestCase): boolean {
  const windows = [request.current, request.compare, ...request.other]
  const detail = plan.form === 'DETAIL'
  return (
    windows.every(
      (one) => plan.filter === null || isWithin(conditionsOf(request, one), plan.filter),
    ) &&
    windows.every((one) => isAligned(plan, one)) &&
    [request.filter, ...windows.map((one) => one.filter)].every((one) => hasCondition(plan, one)) &&
    request.groupings.flat().every((one) => hasDimension(plan, one)) &&
    request.measures.every((one) =>
      detail ? hasDetail(plan, one) : hasMeasure(plan, request, one),
    )
  )
}

const present = <T>(list: readonly (T | null)[]): T[] => list.filter((one) => one !== null)

function conditionsOf(request: RequestCase, window: WindowCase): readonly Condition[] {
  return present([request.filter, window.filter])
}

/** Whether one of the conditions is the other one, or a narrower one. */
function isWithin(conditions: readonly Condition[], outer: Condition): boolean {
  return conditions.some((inner) => {
    if (inner.on === 'n') return outer.on === 'n' && inner.least >= outer.least
    return outer.on === inner.on && inner.values.every((one) => outer.values.includes(one))
  })
}

function hasCondition(plan: PlanCase, condition: Condition | null): boolean {
  if (condition === null || (plan.filter !== null && isWithin([plan.filter], condition)))
    return true
  const stored = plan.measures.some(({ on }) => on === condition.on)
  const same = plan.measures.some(
    ({ filter }) => JSON.stringify(filter) === JSON.stringify(condition),
  )
  const dimension = plan.dimensions.some(({ name }) => name === condition.on)
  return dimension || (plan.form === 'DETAIL' && (stored || same))
}

/** The grains by which the table knows the time. */
function grainsOf(plan: PlanCase): readonly Grain[] {
  return [plan.grain, ...present(plan.dimensions.map(({ grain }) => grain))]
}

function isMadeOf(outer: Grain, inner: Grain): boolean {
  const order: readonly Grain[] = ['HOUR', 'DAY', 'MONTH', 'YEAR']
  if (outer === inner) return true
  if (outer === 'WEEK') return inner === 'DAY' || inner === 'HOUR'
  return inner !== 'WEEK' && order.indexOf(inner) < order.indexOf(outer)
}

function hasDimension(plan: PlanCase, { name, grain }: Dimension): boolean {
  if (grain !== null) return grainsOf(plan).some((one) => isMadeOf(grain, one))
  const stored =
    plan.form === 'DETAIL' &&
    plan.measures.some((measure) => measure.on === (name === 'band' ? 'n' : name))
  return stored || plan.dimensions.some((one) => one.name === name)
}

function isStartOf(hours: number, grain: Grain): boolean {
  if (grain === 'HOUR') return true
  if (hours % 24 !== 0) return false
  if (grain === 'DAY') return true
  if (grain === 'WEEK') return hours % (24 * 7) === 0
  const date = new Date(Date.UTC(2001, 0, 1 + hours / 24))
  return date.getUTCDate() === 1 && (grain === 'MONTH' || date.getUTCMonth() === 0)
}

/** Each bound on its own can be told from the column that knows it. */
function isAligned(plan: PlanCase, { from, to }: WindowCase): boolean {
  return [from, to].every((hours) => grainsOf(plan).some((grain) => isStartOf(hours, grain)))
}

function hasDetail(plan: PlanCase, { on, filter, perDay }: AskedMeasure): boolean {
  const hasArgument =
    on === null ||
    plan.measures.some((one) => one.on === on) ||
    plan.dimensions.some(({ name }) => name === on)
  return hasArgument && hasCondition(plan, filter) && hasDay(plan, perDay)
}

function hasDay(plan: PlanCase, perDay: AskedMeasure['perDay']): boolean {
  return perDay === null || grainsOf(plan).some((grain) => isMadeOf('DAY', grain))
}

function hasMeasure(plan: PlanCase, request: RequestCase, asked: AskedMeasure): boolean {
  const { aggregate, on, filter, perDay } = asked
  if (!hasDay(plan, perDay) || isRounded(asked)) return false
  const rows: MeasureCase = { aggregate: 'COUNT', on: null, filter: null }
  const stored = [...plan.measures, rows].some((one) => {
    if (one.aggregate !== aggregate || one.on !== on) return false
    if (one.filter !== null && !isWithin(present([filter, request.filter]), one.filter))
      return false
    const isSaid = filter === null || (one.filter !== null && isWithin([one.filter], filter))
    if (!isSaid && !hasCondition(plan, filter)) return false
    const isCounted = aggregate.startsWith('COUNT') && on !== null
    if (perDay !== null && one.filter !== null && isCounted) return false
    return isAddedUp(asked) || isOnePart(plan, request, asked, isSaid ? null : filter)
  })
  if (stored) return true
  const isDimension = on !== null && plan.dimensions.some(({ name }) => name === on)
  if (!isDimension || !hasCondition(plan, filter)) return false
  return aggregate === 'COUNT'
    ? perDay === null
    : ['MIN', 'MAX', 'COUNT_DISTINCT'].includes(aggregate)
}

function isAddedUp({ aggregate, on }: MeasureCase): boolean {
  if (aggregate === 'SUM') return on !== 'x'
  return aggregate === 'COUNT' || aggregate === 'MIN' || aggregate === 'MAX'
}

/** Whether means or sums of numbers that are not whole would be taken in another order. */
function isRounded({ aggregate, on, perDay }: AskedMeasure): boolean {
  if (perDay === null || aggregate.startsWith('COUNT')) return false
  const isDouble = on === 'x' || aggregate === 'PERCENTILE' || aggregate === 'VARIANCE'
  return perDay === 'AVG' ? isDouble || on === 'p' : isDouble
}

/** Whether every group is one row of the table in each window. */
function isOnePart(
  plan: PlanCase,
  request: RequestCase,
  asked: AskedMeasure,
  measureFilter: Condition | null,
): boolean {
  const windows = asked.isOther ? request.other : [request.current, request.compare]
  return request.groupings.every((grouping) =>
    windows.every((window) => {
      const conditions = present([request.filter, window.filter, measureFilter])
      const keys =
        asked.perDay === null ? grouping : [...grouping, { name: 'at', grain: 'DAY' as const }]
      const grains = grainsOf(plan)
      const isGrainFixed = (grain: Grain): boolean =>
        keys.some((key) => key.grain !== null && isMadeOf(grain, key.grain as Grain)) ||
        isOnePeriod(window, grain)
      const isTimeFixed = grains.every((grain) =>
        grains.some((finer) => isMadeOf(grain, finer) && isGrainFixed(finer)),
      )
      return (
        isTimeFixed &&
        plan.dimensions.every(
          ({ name, grain }) =>
            grain !== null ||
            keys.some((key) => key.name === name) ||
            conditions.some((one) => one.on === name && one.values.length === 1),
        )
      )
    }),
  )
}

function isOnePeriod({ from, to }: WindowCase, grain: Grain): boolean {
  const next = Array.from({ length: to - from - 1 }, (_, hour) => from + 1 + hour)
  return !next.some((hour) => isStartOf(hour, grain))
}
