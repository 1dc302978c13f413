import type { Workspace } from '@tributary/catalog'

/** A metric of the guessed workspace, and a dimension that it can be divided by. */
export interface ExampleQuestion {
  readonly metric: string
  readonly dimension: string | null
}

/** The metrics that first questions can be about, one of each dataset, those over time first. */
export function createExampleQuestions({
  datasets,
  metrics,
  dimensions,
}: Workspace): readonly ExampleQuestion[] {
  const inOrder = datasets.toSorted((a, b) => Number(a.time === null) - Number(b.time === null))
  return inOrder.flatMap(({ name }): ExampleQuestion[] => {
    const atomic = metrics.flatMap((metric) =>
      metric.type === 'ATOMIC' && metric.dataset === name ? [metric] : [],
    )
    const by = (aggregate: string) => atomic.find((metric) => metric.aggregate === aggregate)
    const metric = by('SUM') ?? by('AVG') ?? atomic[0]
    if (metric === undefined) return []
    const dimension = dimensions.find((candidate) => candidate.dataset === name)
    return [{ metric: metric.name, dimension: dimension?.name ?? null }]
  })
}
