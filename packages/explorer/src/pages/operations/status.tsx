import type { JSX } from 'preact'
import { texts } from '../../text/language.ts'

/** A status as a word with a colour. */
export function Status({
  status,
  message,
}: {
  status: string
  /** The error; null without one. */
  message?: string | null
}): JSX.Element {
  return (
    <span class={`status ${status.toLowerCase()}`} title={message ?? undefined}>
      {texts.value.operations.statuses[status] ?? status}
    </span>
  )
}
