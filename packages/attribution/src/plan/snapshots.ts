import { parseTime, type TypedExpr, truncate } from '@tributary/expression'
import { callNode, constantNode, DAY, nextPeriod, treeKey } from '@tributary/expression/internal'
import { conjunction, NEVER } from '../request/conjunction.ts'
import { tooManySnapshotsError } from '../request/errors.ts'
import type {
  AggregateAnswer,
  AggregateFrame,
  AggregateOptions,
  AggregateRequest,
  AggregateSource,
  Measure,
  Snapshot,
  WindowPair,
} from '../request/source.ts'
import { createIntervalConditions } from './periods.ts'

/** The most values that the conditions of one request name. */
const MOST_VALUES = 10_000

/**
 * Answers a request of which measures are snapshots in two: the first asks for the first or last times, the second for the
 * measures in the base periods of these. What the request filters by, and what tells compared objects apart, does not choose
 * the times: they are those of all rows of a window, so that the parts of a balance are of one time. Rejects with whatever the source rejects with, and with
 * `ATTRIBUTION_TOO_MANY_VALUES` where more than 10,000 values have a time of their own.
 */
export async function aggregateSnapshots(
  source: AggregateSource,
  request: AggregateRequest,
  options: AggregateOptions,
): Promise<AggregateAnswer> {
  const snapshotMeasures = request.measures.filter(isSnapshot)
  if (snapshotMeasures.length === 0) return source.aggregate(request, options)
  const groupings = new Map(snapshotMeasures.map(({ snapshot: { per } }) => [perKey(per), per]))
  const choosing = collectChoosingWindows(request, snapshotMeasures)
  const { frames, executed } = await source.aggregate(
    {
      ...request,
      filter: null,
      time: null,
      measures: choosing.extremes,
      ...(choosing.windows.length > 0 && { otherWindows: choosing.windows }),
      groupings: Array.from(groupings.values(), (per) =>
        per.map((value, at) => ({ name: `p${at}`, value })),
      ),
    },
    options,
  )
  const frameOf = new Map(Array.from(groupings.keys(), (key, at) => [key, frames[at]!]))
  const windows = [...(request.otherWindows ?? [])]
  const budget = { values: MOST_VALUES }
  let next = 0
  const measures = request.measures.map((measure): Measure => {
    if (!isSnapshot(measure)) return measure
    const { snapshot, ...plain } = measure
    const frame = frameOf.get(perKey(snapshot.per))!
    const pair = measure.otherWindow === undefined ? request.windows : windows[measure.otherWindow]!
    const { texts } = frame.measures[next++]!
    const side = (of: keyof WindowPair): TypedExpr =>
      createSnapshotCondition(snapshot, { frame, texts: texts![of], window: pair[of], budget })
    windows.push({ current: side('current'), compare: side('compare') })
    return { ...plain, otherWindow: windows.length - 1 }
  })
  const answer = await source.aggregate({ ...request, measures, otherWindows: windows }, options)
  return { ...answer, executed: `${executed}; ${answer.executed}` }
}

type SnapshotMeasure = Measure & { readonly snapshot: Snapshot }

function isSnapshot(measure: Measure): measure is SnapshotMeasure {
  return measure.snapshot !== undefined
}

function perKey(per: readonly TypedExpr[]): string {
  return per.map(treeKey).join()
}

/** The first or last times of the rows of measures, in the windows that choose them. */
function collectChoosingWindows(
  { otherWindows = [] }: AggregateRequest,
  measures: readonly SnapshotMeasure[],
): { readonly extremes: readonly Measure[]; readonly windows: readonly WindowPair[] } {
  const windows = [...otherWindows]
  const extremes = measures.map(({ snapshot, filter, otherWindow }, index): Measure => {
    const aggregate = snapshot.take === 'LAST' ? 'MAX' : 'MIN'
    const extreme = { name: `t${index}`, aggregate, argument: snapshot.time, filter } as const
    const place = snapshot.windows === undefined ? otherWindow : windows.push(snapshot.windows) - 1
    return place === undefined ? extreme : { ...extreme, otherWindow: place }
  })
  return { extremes, windows }
}

/** The first or last times in one window. */
interface Times {
  /** A row for each combination of values that a snapshot is per. */
  readonly frame: AggregateFrame
  readonly texts: readonly (string | null)[]
  readonly window: TypedExpr
  readonly budget: { values: number }
}

/** The rows of a window that are in the base period of the snapshot. */
function createSnapshotCondition(
  snapshot: Snapshot,
  { frame, texts, window, budget }: Times,
): TypedExpr {
  const { time, grain, per } = snapshot
  const periods = new Map<bigint, number[]>()
  for (const [row, text] of texts.entries()) {
    const moment = text === null ? null : parseTime(text)
    if (moment === null) continue
    const start = truncate(moment, grain)
    const periodRows = periods.get(start)
    if (periodRows === undefined) periods.set(start, [row])
    else periodRows.push(row)
  }
  const bySize = [...periods].toSorted(([, a], [, b]) => b.length - a.length)
  const [most, ...remainingPeriods] = bySize
  if (most === undefined) return NEVER
  const createMemberConditions = (rows: readonly number[]): readonly TypedExpr[] => {
    if (per.length === 0 || rows.length === 0) return []
    budget.values -= rows.length * per.length
    if (budget.values < 0) throw tooManySnapshotsError(formatExpressionNames(per), MOST_VALUES)
    return [memberCondition(per, frame, rows)]
  }
  const inPeriod = (start: bigint): readonly TypedExpr[] =>
    createIntervalConditions(time, { from: start, to: nextPeriod(start, grain) })
  const [commonStart] = most
  // In the period that most values share all others have rows before or after their own: they are named, the many are not.
  const elsewhere = createMemberConditions(remainingPeriods.flatMap(([, rows]) => rows)).map(
    isNotTrue,
  )
  const each = [
    conjunction([...inPeriod(commonStart), ...elsewhere])!,
    ...remainingPeriods.map(
      ([start, rows]) => conjunction([...inPeriod(start), ...createMemberConditions(rows)])!,
    ),
  ]
  return conjunction([window, createDisjunction(each)])!
}

function formatExpressionNames(per: readonly TypedExpr[]): string {
  return per
    .map((expression) => (expression.kind === 'reference' ? expression.name : expression.kind))
    .join(', ')
}

function createDisjunction(conditions: readonly TypedExpr[]): TypedExpr {
  const [first, ...remainingConditions] = conditions
  if (remainingConditions.length === 0) return first!
  return { kind: 'logical', type: 'BOOLEAN', op: 'OR', operands: conditions }
}

/** TRUE where a condition is FALSE or NULL. */
function isNotTrue(condition: TypedExpr): TypedExpr {
  const constant = (value: boolean) => constantNode({ type: 'BOOLEAN', value })
  return callNode('If', 'BOOLEAN', [condition, constant(false), constant(true)])
}

/** That the values of a row are those of one of some rows of a frame. */
function memberCondition(
  per: readonly TypedExpr[],
  { keys }: AggregateFrame,
  rows: readonly number[],
): TypedExpr {
  const listKeyTexts = (at: number, some: readonly number[]) =>
    some.map((row) => keys[at]![row] ?? null)
  if (per.length === 1) return createOneOfCondition(per[0]!, listKeyTexts(0, rows))
  return createDisjunction(
    rows.map(
      (row) =>
        conjunction(
          per.map((expression, at) => createOneOfCondition(expression, listKeyTexts(at, [row]))),
        )!,
    ),
  )
}

function createOneOfCondition(value: TypedExpr, texts: readonly (string | null)[]): TypedExpr {
  const constants = texts
    .filter((text) => text !== null)
    .map((text) => parseTypedConstant(value, text))
  return createDisjunction([
    ...(constants.length === 0 ? [] : [callNode('IN', 'BOOLEAN', [value, ...constants])]),
    ...(texts.includes(null) ? [callNode('IsNull', 'BOOLEAN', [value])] : []),
  ])
}

function parseTypedConstant({ type }: TypedExpr, text: string): TypedExpr {
  switch (type) {
    case 'INT':
      return constantNode({ type, value: BigInt(text) })
    case 'BOOLEAN':
      return constantNode({ type, value: text === 'true' })
    case 'DATE':
      return constantNode({ type, value: Number(parseTime(text)! / DAY) })
    default:
      return constantNode({ type: 'STRING', value: text })
  }
}

/** The types of values that a snapshot may be taken per. */
export const PER_TYPES: ReadonlySet<TypedExpr['type']> = new Set([
  'STRING',
  'INT',
  'BOOLEAN',
  'DATE',
])
