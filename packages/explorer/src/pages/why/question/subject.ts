import type { DimensionData } from '@tributary/contract'
import type { NumberForm } from '@tributary/core/numbers'
import type { DimensionTypes, Reach } from '../../../analysis/why-question.ts'
import { getClient } from '../../../answers/client.ts'
import { type AnswerState, useAnswer } from '../../../answers/use-answer.ts'
import { toReach } from '../../../answers/use-reach.ts'

/** A metric, as it is known before its change is asked for. */
export interface Subject {
  readonly name: string
  readonly displayName: string
  /** Its unit, and the form of its numbers. */
  readonly form: NumberForm
  /** The dimensions that it can be divided by; not the time. */
  readonly dimensions: readonly DimensionData[]
  readonly types: DimensionTypes
  readonly reach: Reach
  /** The grain of its time, such as `DAY`; null when it has none. */
  readonly grain: string | null
}

/** Asks for a metric, its dimensions and how far its data reaches, all at once. */
export function useSubject(metric: string): AnswerState<Subject> {
  return useAnswer({
    key: `subject ${metric}`,
    ask: async (signal): Promise<Subject> => {
      const service = getClient()
      const [detail, all, extent] = await Promise.all([
        service.metricDetail({ metricName: metric }, { signal }),
        service.dimensionsOfMetrics({ metricNames: [metric] }, { signal }),
        service.datasetExtent({ metric }, { signal }),
      ])
      const dimensions = (all[metric] ?? Object.values(all)[0] ?? []).filter(
        ({ name }) => name !== 'metric_time',
      )
      return {
        name: detail.name,
        displayName: detail.displayName,
        form: { unit: detail.unit, format: detail.format },
        dimensions,
        types: new Map(dimensions.map(({ name, originDataType }) => [name, originDataType])),
        reach: toReach(extent),
        grain: detail.grain,
      }
    },
  })
}
