import {
  attributePath,
  type GroupKey,
  type PathAnswer,
  type PathOrder,
} from '@tributary/attribution'
import { CONTRIBUTION, MEASURES, wireTable } from '@tributary/attribution/internal'
import type { PathComparisonData, PathComparisonRequest } from '@tributary/contract'
import { nearNames } from '@tributary/core'
import { runInSlices, type SlicedWork } from '@tributary/core/internal'
import { invalidRequestError } from '../../model/errors.ts'
import type { CallOptions } from '../../model/options.ts'
import type { Session } from '../../tenant/session.ts'
import { planQuestion } from './ask-attribution.ts'
import { toCausesQuestion } from './causes-question.ts'
import { nameMissingValues } from './missing-values.ts'

/** Why a metric differs between two time ranges, along a path of dimensions. */
export async function comparePath(
  session: Session,
  request: PathComparisonRequest,
  options: CallOptions = {},
): Promise<PathComparisonData> {
  const { dimensions, valueSelectStrategy, contributions } = request
  if (dimensions.length < 2) {
    const message = `dimensions has ${dimensions.length}; a path has two dimensions at least.`
    throw invalidRequestError('dimensions', message)
  }
  const { question, ranges } = toCausesQuestion(session, request, dimensions)
  const { groupings, ...plan } = await planQuestion(session, question, options)
  const steps = groupings.map(({ keys, name }, index): GroupKey => {
    const [step, ...furtherKeys] = keys
    if (furtherKeys.length === 0) return step!
    const path = `dimensions[${index}]`
    const message = `${path} is "${name}", a combination; a step of a path is one dimension, so list its dimensions one by one.`
    throw invalidRequestError(path, message)
  })
  const answer = await attributePath(
    session.source,
    {
      ...plan,
      steps,
      select: valueSelectStrategy,
      orders: parsePathOrders(request, steps),
      contributions: contributions === true,
    },
    options,
  )
  const data = await runInSlices(toPathData(answer), options.signal)
  return { ...data, ...(ranges !== null && { ranges }) }
}

function* toPathData({ tables, warning }: PathAnswer): SlicedWork<PathComparisonData> {
  const written: PathComparisonData['tables'][number][] = []
  for (const {
    dimension,
    table,
    parents,
    rests,
    missingRows,
    warning: tableWarning,
    empty,
  } of tables) {
    const columns = yield* wireTable(table)
    nameMissingValues(columns, { missingRows })
    written.push({
      dimension,
      table: columns,
      parents,
      rest: rests,
      missingRows,
      warning: tableWarning,
      empty,
    })
  }
  return { tables: written, warning }
}

/** Throws `PLATFORM_INVALID_REQUEST` for a column that the tables do not have. */
function parsePathOrders(
  { orders }: PathComparisonRequest,
  steps: readonly GroupKey[],
): readonly PathOrder[] {
  const columnNames = [...steps.map(({ name }) => name), ...MEASURES, CONTRIBUTION]
  return (orders ?? []).map((entry, index) => {
    const [[column, direction] = ['', '']] = Object.entries(entry)
    if (columnNames.includes(column)) {
      return { column, direction: direction.toUpperCase() === 'ASC' ? 'ASC' : 'DESC' }
    }
    const [near] = nearNames(column, columnNames)
    const hint =
      near === undefined ? `use one of ${columnNames.join(', ')}` : `did you mean "${near}"?`
    const path = `orders[${index}]`
    throw invalidRequestError(path, `${path} names "${column}", which is no column here; ${hint}`)
  })
}
