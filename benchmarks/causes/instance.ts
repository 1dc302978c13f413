import type { CausesInput } from '@tributary/attribution'

/** Leaves with the segments that something was done to. */
export interface Instance {
  readonly input: CausesInput
  /** Each as {@link segmentText} writes it. */
  readonly truth: readonly string[]
  /** The same leaves without the fault, where real data has changes of its own. */
  readonly clean?: CausesInput
}

/** Conditions as one text: `a=1&b=not 2`, by dimension. */
export function segmentText(
  conditions: readonly {
    readonly dimension: string
    readonly value: string
    readonly not?: boolean
  }[],
): string {
  return conditions
    .map(({ dimension, value, not }) => `${dimension}=${not === true ? 'not ' : ''}${value}`)
    .sort()
    .join('&')
}
