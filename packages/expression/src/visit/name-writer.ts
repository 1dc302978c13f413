import type { Column } from '../ast/column.ts'
import type { Field } from '../ast/field.ts'
import { splitGrain } from '../time/grain-suffix.ts'
import { printName } from './print-leaf.ts'

/** The other names of what a name means. */
export interface NameForms {
  readonly code: string
  /** Absent where there is none, or where it means something else as well. */
  readonly display?: string
}

/**
 * What names mean, for printing. A name that it does not know stays as it is written: the key of a temporary
 * metric, a name with a mistake in it.
 */
export interface NameResolver {
  /** Of a dimension or metric, by any of its names. `[time__month]` is asked for as a whole first, then as `time`. */
  field(name: string): NameForms | undefined
  /** Of the dataset of a column. The column has no name but its own. */
  dataset?(name: string): NameForms | undefined
}

/** Writes a name in brackets. */
export type WriteName = (name: Field | Column) => string

/** The writer of names in the form that is asked for. */
export function nameWriter(
  form: 'as-written' | 'code' | 'display',
  resolve: NameResolver | undefined,
): WriteName {
  if (form === 'as-written' || resolve === undefined) return printName
  return (name) => {
    if (name.kind === 'column') {
      const forms = resolve.dataset?.(name.dataset)
      return printName(forms ? { ...name, dataset: chosen(forms, form) } : name)
    }
    const whole = resolve.field(name.name)
    if (whole) return printName({ ...name, name: chosen(whole, form) })
    const split = splitGrain(name.name)
    const base = split && resolve.field(split.base)
    if (!split || !base) return printName(name)
    return printName({ ...name, name: `${chosen(base, form)}${split.suffix}` })
  }
}

function chosen({ code, display }: NameForms, form: 'code' | 'display'): string {
  return form === 'display' && display !== undefined && isSafe(display) ? display : code
}

const LONGEST = 300
const UNSAFE = /^['"]|__|\p{C}/u

/** Whether a name can be written in brackets and read back as the same: not one that looks quoted or truncated, or has characters that cannot be seen. */
function isSafe(name: string): boolean {
  return name !== '' && name.length <= LONGEST && !UNSAFE.test(name)
}
