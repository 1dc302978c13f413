import type { DefinitionChange, WorkspaceDifference } from '@tributary/platform'
import type { Paint } from '../terminal.ts'
import { printable } from './printable.ts'

const SIGNS = { ADDED: '+', CHANGED: '~', REMOVED: '-' } as const
const WORDS = { ADDED: 'new', CHANGED: 'changed', REMOVED: 'gone' } as const

/** One line a definition that changes, and a line with the sums. */
export function renderDifference(
  { tenant, changes, unchanged }: WorkspaceDifference,
  paint: Paint,
): readonly string[] {
  const count = (change: DefinitionChange['change']): string =>
    `${changes.filter((one) => one.change === change).length} ${WORDS[change]}`
  const sums = [count('ADDED'), count('CHANGED'), count('REMOVED'), `${unchanged} unchanged`]
  return [
    ...changes.map(({ change, kind, name }) => {
      return `${SIGNS[change]} ${kind.replaceAll('_', ' ')} ${printable(name)}`
    }),
    paint('title', `tenant ${tenant}: ${sums.join(', ')}`),
  ]
}
