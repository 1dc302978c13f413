import type { JSX } from 'preact'

interface NarrowFieldProps {
  /** The label, which is shown while nothing is written. */
  readonly label: string
  readonly value: string
  readonly change: (text: string) => void
}

/** A field whose text narrows a list while it is written. */
export function NarrowField({ label, value, change }: NarrowFieldProps): JSX.Element {
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      onInput={(event) => change(event.currentTarget.value)}
    />
  )
}
