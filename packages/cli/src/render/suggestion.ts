import type { AttributionData } from '@tributary/contract'
import type { Paint } from '../terminal/paint.ts'
import { printable } from './text.ts'

/** The options of a command that its suggestion repeats. */
export interface RepeatedOptions {
  readonly workspace?: string
  readonly data?: string
  readonly store?: string
  readonly url?: string
  readonly tenant?: string
  readonly by?: readonly string[]
  readonly where?: readonly string[]
}

/** The command that asks the same about ranges with rows; no line where the answer suggests none. */
export function renderSuggestion(
  suggestion: AttributionData['suggestion'],
  {
    words,
    options,
    paint,
  }: {
    readonly words: readonly string[]
    readonly options: RepeatedOptions
    readonly paint: Paint
  },
): readonly string[] {
  if (suggestion === undefined) return []
  const { current, compare } = suggestion
  const { by, where = [], workspace, data, store, url, tenant } = options
  const places = Object.entries({ workspace, data, store, url, tenant })
  const command = [
    'tributary',
    ...words,
    '--current',
    current,
    '--compare',
    compare,
    ...(by === undefined ? [] : ['--by', by.join(',')]),
    ...where.flatMap((condition) => ['--where', condition]),
    ...places.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value])),
  ]
  return ['', paint('plain', 'The nearest periods with rows:'), `  ${command.map(quote).join(' ')}`]
}

/** A word for a POSIX shell. */
function quote(word: string): string {
  const text = printable(word)
  return /^[\w./:,@=+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
