import type { Grain } from '../value-type.ts'
import { grainNamed } from './grains.ts'

/** A name that ends in `__` and a grain. */
export interface GrainedName {
  readonly base: string
  readonly grain: Grain
  /** As written, `__Month`. */
  readonly suffix: string
}

/** The parts of `metric_time__month`; null for a name without a grain at its end. */
export function splitGrain(name: string): GrainedName | null {
  const at = name.lastIndexOf('__')
  if (at <= 0) return null
  const grain = grainNamed(name.slice(at + 2))
  return grain === null ? null : { base: name.slice(0, at), grain, suffix: name.slice(at) }
}
