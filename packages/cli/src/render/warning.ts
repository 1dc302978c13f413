import { describeWarning, readWarnings } from '@tributary/contract'
import type { Paint } from '../terminal/paint.ts'
import { printable } from './text.ts'

/** The lines of a `warning` field: `! ` with sentences and the code for each warning. None for null. */
export function renderWarning(
  warning: string | null,
  kind: 'times' | 'peers',
  paint: Paint,
): readonly string[] {
  const compares = kind === 'times' ? 'periods' : 'groups'
  return readWarnings(warning).map((entry) => {
    const sentences = describeWarning(entry, { compares, averages: '--average' })
    if (sentences === null) {
      return paint('warning', `! ${printable(`${entry.code} ${entry.detail}`.trim())}`)
    }
    const text = [sentences.long, ...(sentences.action === null ? [] : [sentences.action])].join(
      ' ',
    )
    return `${paint('warning', `! ${printable(text)}`)} ${paint('faint', entry.code)}`
  })
}
