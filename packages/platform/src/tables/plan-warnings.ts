import {
  type Catalog,
  CatalogError,
  createCatalog,
  METRIC_TIME,
  type PlanDefinition,
  planAttribution,
  type Workspace,
} from '@tributary/catalog'
import {
  grainIn,
  planMaterialisation,
  type RouteReason,
  type RouteTable,
  reasonText,
  routeRequest,
  routeTable,
  splitGrain,
} from '@tributary/catalog/internal'
import {
  addGrain,
  ExpressionError,
  parseTime,
  rangeCondition,
  truncate,
} from '@tributary/expression'
import { constantNode } from '@tributary/expression/internal'

/** A metric of a plan that the plan's table answers rarely or never. */
export interface PlanWarning {
  readonly plan: string
  readonly metric: string
  /** The questions that the table does not answer, the reason, and a remedy. */
  readonly message: string
}

/**
 * The metrics of plans whose tables do not answer what plans are made for: the change of the metric between two ranges of
 * several partitions, by one dimension of the plan or by none. The router decides this, as it does for questions.
 */
export function findPlanWarnings(
  workspace: Workspace,
  plans: readonly PlanDefinition[] = workspace.plans,
): readonly PlanWarning[] {
  if (plans.length === 0) return []
  const catalog = createCatalog(workspace)
  return plans.flatMap((plan) => {
    const table = routeTable(plan.name, planMaterialisation(catalog, plan))
    return plan.metrics.flatMap((metric) => checkPlanMetric(catalog, { plan, table, metric }) ?? [])
  })
}

interface Planned {
  readonly plan: PlanDefinition
  readonly table: RouteTable
  readonly metric: string
}

function checkPlanMetric(catalog: Catalog, planned: Planned): PlanWarning | null {
  const { plan, table, metric } = planned
  const all = plan.dimensions
    .map((text) => (text === METRIC_TIME ? `${text}__${plan.granularity.toLowerCase()}` : text))
    .join(',')
  const single = plan.dimensions.filter((text) => !isTime(catalog, text))
  const usual: readonly PlanQuestion[] = [
    { by: all, rows: 'TOTAL', partitions: 2 },
    ...single.map((by) => ({ by, rows: 'BOTH', partitions: 2 }) as const),
  ]
  const reasons: RouteReason[] = []
  for (const question of usual) {
    const against = findRejections(catalog, planned, question)
    if (against.length === 0) return null
    reasons.push(...against)
  }
  const [reason] = reasons
  const finest = { by: all, rows: 'GROUPS', partitions: 1 } as const
  const when =
    findRejections(catalog, planned, finest).length > 0
      ? 'does not answer questions for'
      : `answers only questions by all of its dimensions at once${table.time === null ? '' : ' and within one partition'} for`
  const message = `The table of the plan "${plan.name}" ${when} the metric "${metric}": ${reasonText(reason!)}.${MENDS[reason!.kind] ?? ''}`
  return { plan: plan.name, metric, message }
}

const MENDS: Partial<Record<RouteReason['kind'], string>> = {
  DOUBLE_SUM:
    ' In a text file it is enough to declare it so. A plan of the kind ACCELERATION answers it too.',
  NOT_EXACT_GRAIN: ' A plan of the kind ACCELERATION answers it.',
}

function isTime(catalog: Catalog, text: string): boolean {
  return (
    catalog.dimensions.find(text).length === 0 &&
    splitGrain(text, catalog.workspace.calendar).name === METRIC_TIME
  )
}

interface PlanQuestion {
  /** One dimension, or several joined by commas. */
  readonly by: string
  /** Whether the overall row is asked for, the groups, or both. */
  readonly rows: 'TOTAL' | 'GROUPS' | 'BOTH'
  /** How many partitions each range has. */
  readonly partitions: number
}

/** The reasons against a comparison, whatever the table contains at the moment; none for a question that cannot be asked. */
function findRejections(
  catalog: Catalog,
  { plan, table, metric }: Planned,
  { by, rows: wanted, partitions }: PlanQuestion,
): readonly RouteReason[] {
  const grain = grainIn(catalog, plan.granularity)
  const middle = truncate(MIDDLE, grain)
  const side = (from: bigint, to: bigint) => ({
    filters: plan.filters.map((text) => ({ text, path: 'filters' })),
    timeConstraint: { text: rangeCondition({ from, to }), path: 'timeConstraint' },
  })
  try {
    const { metric: resolved, ...request } = planAttribution(catalog, {
      metric: { text: metric, path: 'metric' },
      metricDefinitions: new Map(),
      dimensions: [{ text: by, path: 'dimensions[0]' }],
      calculation: 'ALL',
      filters: [],
      timeConstraint: null,
      current: side(middle, addGrain(middle, partitions, grain)),
      compare: side(addGrain(middle, -partitions, grain), middle),
      compareDimension: null,
      now: middle,
    })
    const { rows, otherWindows, groupings } = request
    // Without a time the table answers queries of all rows.
    const every = table.materialisation.filter ?? constantNode({ type: 'BOOLEAN', value: true })
    const windows = table.time === null ? { current: every, compare: every } : request.windows
    const aggregateRequest = {
      rows,
      windows,
      filter: null,
      measures: resolved.measures,
      time: null,
      ...(otherWindows !== undefined && { otherWindows }),
      groupings: [
        ...(wanted === 'GROUPS' ? [] : [[]]),
        ...(wanted === 'TOTAL' ? [] : groupings.map(({ keys }) => keys)),
      ],
    }
    const { rejected } = routeRequest(aggregateRequest, [{ table, contents: 'NOT_WRITTEN' }])
    return rejected.flatMap(({ reasons }) => reasons).filter(({ kind }) => kind !== 'NOT_WRITTEN')
  } catch (error) {
    if (error instanceof CatalogError || error instanceof ExpressionError) return []
    throw error
  }
}

/** Any time with times before and after it. */
const MIDDLE = parseTime('2024-01-01')!
