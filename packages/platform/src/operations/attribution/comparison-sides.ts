import type { AttributionQuestion, Located } from '@tributary/catalog'
import type { PeerComparisonRequest, TimeComparisonRequest } from '@tributary/contract'
import { isAverageOfPrevious, isRange } from '@tributary/expression'
import { localTime } from '@tributary/expression/internal'
import { invalidRequestError } from '../../model/errors.ts'
import { locatedOrNull, locateTexts } from '../../requests/located-texts.ts'
import {
  type AnsweredRanges,
  pickTimeField,
  type RangeMoment,
  readComparedConditions,
  toTimeCondition,
} from '../../requests/read-ranges.ts'
import type { Session } from '../../tenant/session.ts'

/** The two sides of a comparison. */
export type Sides = Pick<
  AttributionQuestion,
  'timeConstraint' | 'current' | 'compare' | 'compareDimension'
>

/** The sides of a comparison, and the ranges of time that its words mean; null where it has none in words. */
export interface ReadSides {
  readonly sides: Sides
  readonly ranges: AnsweredRanges | null
}

/** The moment and the calendar of the ranges of a session. */
export function getRangeMoment({ catalog, clock }: Session): RangeMoment {
  const { timeZone, calendar } = catalog.workspace
  return { now: localTime(clock.now(), timeZone), calendar }
}

type TimeRanges = Pick<
  TimeComparisonRequest['attribution'],
  'currentTimeConstraint' | 'compareTimeConstraint' | 'currentRange' | 'compareRange'
> & { readonly attributionCalculateType?: string | null }

/** The sides of a comparison of two time ranges. Throws when one is missing. */
export function timeSides(session: Session, ranges: TimeRanges): ReadSides {
  const moment = getRangeMoment(session)
  const current = pickSide(ranges, 'current', moment)
  if (current === null) throw missingRangeError('current')
  const compare =
    pickSide(ranges, 'compare', moment) ??
    (isRange(current.text) ? { text: 'previous', path: 'attribution.compareRange' } : null)
  if (compare === null) throw missingRangeError('compare')
  assertAverage(compare, ranges.attributionCalculateType)
  const read = readComparedConditions(current, compare, moment)
  const window = (timeConstraint: Located) => ({ filters: [], timeConstraint })
  return {
    sides: {
      timeConstraint: null,
      compareDimension: null,
      current: window(read.current),
      compare: window(read.compare),
    },
    ranges: read.ranges,
  }
}

function pickSide(
  ranges: TimeRanges,
  side: 'current' | 'compare',
  moment: RangeMoment,
): Located | null {
  const [condition, range] = [`${side}TimeConstraint`, `${side}Range`] as const
  return pickTimeField(
    {
      condition: { text: ranges[condition], path: `attribution.${condition}` },
      range: { text: ranges[range], path: `attribution.${range}` },
    },
    moment,
  )
}

/** Throws for a comparison with the mean of several periods that would compare totals. */
export function assertAverage(
  { text, path }: Located,
  calculation: string | null | undefined,
): void {
  if (calculation === 'AVG' || !isAverageOfPrevious(text)) return
  const message = `${path} is ${text.trim()}, which compares means per base period; send attributionCalculateType "AVG".`
  throw invalidRequestError(path, message)
}

function missingRangeError(side: 'current' | 'compare'): Error {
  const path = `attribution.${side}TimeConstraint`
  return invalidRequestError(
    path,
    `${path} is empty; a time comparison needs a time range, such as DateTrunc([metric_time], "MONTH") = "2001-06", or 2001-06 in attribution.${side}Range.`,
  )
}

/** The sides of a comparison of two objects. */
export function peerSides(
  session: Session,
  attribution: Pick<
    PeerComparisonRequest['attribution'],
    | 'compareDimension'
    | 'timeConstraint'
    | 'currentRange'
    | 'compareRange'
    | 'currentObject'
    | 'compareObject'
  > & { readonly attributionCalculateType?: string | null },
): ReadSides {
  const { compareDimension, currentObject, compareObject } = attribution
  const moment = getRangeMoment(session)
  const shared = pickTimeField(
    {
      condition: { text: attribution.timeConstraint, path: 'attribution.timeConstraint' },
      range: { text: attribution.currentRange, path: 'attribution.currentRange' },
    },
    moment,
  )
  const compareRange = locatedOrNull(attribution.compareRange, 'attribution.compareRange')
  if (compareRange !== null && shared === null) {
    const reason =
      'compareRange has no currentRange beside it; give the time range of the object to explain, too.'
    throw invalidRequestError('attribution.currentRange', reason)
  }
  if (compareRange !== null) assertAverage(compareRange, attribution.attributionCalculateType)
  const pair = compareRange === null ? null : readComparedConditions(shared!, compareRange, moment)
  const object = (side: 'current' | 'compare') =>
    comparisonObject(side === 'current' ? currentObject : compareObject, {
      path: `attribution.${side}Object`,
      range: pair?.[side] ?? null,
      rangePath: `attribution.${side}Range`,
      moment,
    })
  return {
    sides: {
      timeConstraint: pair === null ? shared && toTimeCondition(shared, moment) : null,
      compareDimension: { text: compareDimension, path: 'attribution.compareDimension' },
      current: object('current'),
      compare: object('compare'),
    },
    ranges: pair?.ranges ?? null,
  }
}

interface ObjectPlace {
  readonly path: string
  /** The range of the object that the request has beside it. */
  readonly range: Located | null
  readonly rangePath: string
  readonly moment: RangeMoment
}

/** A window that is an object. */
function comparisonObject(
  object: PeerComparisonRequest['attribution']['currentObject'],
  { path, range, rangePath, moment }: ObjectPlace,
): AttributionQuestion['current'] {
  const timeConstraint = pickTimeField(
    {
      condition: { text: object.timeConstraint, path: `${path}.timeConstraint` },
      range: { text: range?.text, path: rangePath },
    },
    moment,
  )
  return {
    filters: locateTexts(object.filters, `${path}.filters`),
    timeConstraint,
  }
}
