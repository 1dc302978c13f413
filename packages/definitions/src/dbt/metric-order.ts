import { inputsFirst } from '../draft/inputs-first.ts'
import type { DbtManifest, DbtMetric } from './manifest.ts'

/** The metrics of a formula. */
export function inputsOf({
  numerator,
  denominator,
  accumulated,
  inputs,
  conversion,
}: DbtMetric): readonly string[] {
  const named = [numerator, denominator, accumulated, ...inputs].flatMap((one) =>
    one === null ? [] : [one.metric],
  )
  const base = conversion?.baseMetric ?? null
  return base === null ? named : [...named, base]
}

/**
 * The metrics that are imported, each after those that it names, otherwise in the order of the file: all but private ones
 * that no other needs. Throws for a cycle.
 */
export function inOrder({ metrics }: DbtManifest): readonly DbtMetric[] {
  return inputsFirst(metrics, {
    isWanted: ({ isPrivate }) => !isPrivate,
    inputsOf,
    failForCycle: ({ at, name }, through) =>
      at.fail(`the metric ${name} stands on itself through ${through}`),
  })
}
