import type { DbtManifest, DbtMetric } from './manifest.ts'

/** The metrics of a formula. */
export function inputsOf({
  numerator,
  denominator,
  accumulated,
  inputs,
}: DbtMetric): readonly string[] {
  return [numerator, denominator, accumulated, ...inputs].flatMap((one) =>
    one === null ? [] : [one.metric],
  )
}

/**
 * The metrics that are imported, each after those that it names, otherwise in the order of the file: all but private ones
 * that no other needs. Throws for a cycle.
 */
export function inOrder({ metrics }: DbtManifest): readonly DbtMetric[] {
  const state = new Map<string, 'open' | 'done'>()
  const ordered: DbtMetric[] = []
  for (const root of metrics.values()) {
    if (root.isPrivate || state.has(root.name)) continue
    // A stack of its own: a chain may be longer than calls may be nested.
    const stack: DbtMetric[] = [root]
    while (stack.length > 0) {
      const metric = stack.at(-1)!
      if (state.get(metric.name) === undefined) {
        state.set(metric.name, 'open')
        for (const name of inputsOf(metric).toReversed()) {
          if (state.get(name) === 'open') failForCycle(metric, name)
          if (state.get(name) === undefined) stack.push(metrics.get(name)!)
        }
        continue
      }
      stack.pop()
      if (state.get(metric.name) === 'done') continue
      state.set(metric.name, 'done')
      ordered.push(metric)
    }
  }
  return ordered
}

function failForCycle(metric: DbtMetric, name: string): never {
  return metric.at.fail(`the metric ${metric.name} stands on itself through ${name}`)
}
