import { findPresentation, type Presentation, type Workspace } from '@tributary/platform/internal'

/** Unit and format of the metrics that are called so, by the name as given; nothing for a name of no metric. */
export function collectPresentations(
  names: readonly string[],
  { metrics }: Workspace,
): ReadonlyMap<string, Presentation> {
  return new Map(
    names.flatMap((name) => {
      const metric = metrics.find((candidate) =>
        [candidate.name, candidate.code, candidate.displayName].includes(name),
      )
      return metric === undefined ? [] : [[name, findPresentation(metrics, metric)] as const]
    }),
  )
}
