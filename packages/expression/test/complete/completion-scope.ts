import type { Scope } from '@tributary/expression'
import { sampleScope } from '../support/sample-scope.ts'

/** The sample scope with what an editor wants to know beside. */
export const completionScope: Scope = {
  ...sampleScope,
  columns: () => [{ dataset: 'flights', column: 'delay' }],
  describe(name) {
    if (name.kind === 'column') return { description: 'Minutes after the time announced.' }
    if (name.name === 'region')
      return {
        description: 'Where.',
        values: [
          { value: 'east', description: 'Where the sun rises.' },
          { value: 'west' },
          { value: 'süd' },
        ],
      }
    return null
  },
}
