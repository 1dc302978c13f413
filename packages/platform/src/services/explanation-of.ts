import type { AttributionAnswer, Leaf } from '@tributary/attribution'
import { type Interval, toText } from '@tributary/expression'
import type { ExplanationData } from './attribution-requests.ts'

/** What was done for an answer, in the words of the API. */
export function explanationOf({ executed, explanation }: AttributionAnswer): ExplanationData {
  const { leaves, windows, periods, form, residuals } = explanation
  return {
    executed,
    leaves: leaves.map((leaf) => ({ name: leaf.name, aggregate: inWords(leaf) })),
    windows: { current: ranges(windows.current), compare: ranges(windows.compare) },
    periods,
    form,
    residuals,
  }
}

function inWords({ aggregate, nested, otherWindow, fraction }: Leaf): string {
  const own = fraction === undefined ? aggregate : `${aggregate} ${fraction}`
  const steps = nested === undefined ? own : `${nested.aggregate} of ${own}`
  return otherWindow === undefined ? steps : `${steps} in another period`
}

function ranges(intervals: readonly Interval[] | null): ExplanationData['windows']['current'] {
  const text = (time: bigint | null) => toText(time, 'TIMESTAMP')
  return intervals?.map(({ from, to }) => ({ from: text(from), to: text(to) })) ?? null
}
