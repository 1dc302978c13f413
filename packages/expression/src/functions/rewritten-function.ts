import type { Example, ScalarDefinition } from './definition.ts'
import { everywhere } from './sql-forms.ts'

/** A function that is another way to write what the language has already. */
export interface RewrittenFunction
  extends Pick<ScalarDefinition, 'name' | 'family' | 'description' | 'parameters' | 'check'> {
  readonly examples: readonly Example[]
}

/** The definition of a function whose `check` gives a tree without it, so that no back end ever meets it. */
export function rewrittenFunction(rewritten: RewrittenFunction): ScalarDefinition {
  const unreachable = () => {
    throw new TypeError(`${rewritten.name} is written in other words once it is checked`)
  }
  return {
    ...rewritten,
    nulls: 'own',
    evaluate: unreachable,
    sql: everywhere(unreachable),
  }
}
