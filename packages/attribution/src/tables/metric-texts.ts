import { toText } from '@tributary/expression'
import type { ResolvedMetric, RowTime } from '../request/request.ts'
import type { AggregateAnswer, AggregateFrame, MeasureTexts } from '../request/source.ts'

/** The values of a metric that is a MIN or MAX of texts, dates or times; null for numbers. */
export function findMetricTexts(
  { formula, measures }: ResolvedMetric,
  frame: AggregateFrame,
): MeasureTexts | null {
  if (formula.kind !== 'reference') return null
  const index = measures.findIndex(({ name }) => name === formula.name)
  return frame.measures[index]?.texts ?? null
}

/** The first and the last time of the data as texts, in the type of the time. */
export function frontierTexts(
  { first, last }: NonNullable<AggregateAnswer['frontier']>,
  time: RowTime | null,
): { readonly first: string; readonly last: string } {
  const formatMoment = (moment: bigint): string =>
    time?.value.type === 'DATE'
      ? toText(moment / MICROSECONDS_OF_DAY, 'DATE')!
      : toText(moment, 'TIMESTAMP')!
  return { first: formatMoment(first), last: formatMoment(last) }
}

const MICROSECONDS_OF_DAY = 86_400_000_000n
