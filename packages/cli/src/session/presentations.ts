import { type Presentation, presentationOf, type Workspace } from '@tributary/platform/internal'

/** Unit and format of the metrics that are called so, by the name as given; nothing for a name of no metric. */
export function presentationsOf(
  names: readonly string[],
  { metrics }: Workspace,
): ReadonlyMap<string, Presentation> {
  return new Map(
    names.flatMap((name) => {
      const metric = metrics.find((one) => [one.name, one.code, one.displayName].includes(name))
      return metric === undefined ? [] : [[name, presentationOf(metrics, metric)] as const]
    }),
  )
}
