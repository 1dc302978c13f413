import { type LineageState, MOST_HOPS } from './lineage-state.ts'

/** A neighbourhood in one line, as dbt writes it: `2+late_rate+1`, `+late_rate` for all upstream. */
export interface Selector {
  /** The asset as it was written: its id, perhaps with its type before a colon. */
  readonly name: string
  readonly up: number
  readonly down: number
}

/** The line of a neighbourhood. */
export function selectorText({ type, id, up, down }: LineageState): string {
  const name = /^[^+\s:]+$/.test(id) ? id : `${type}:${id}`
  return `${hops(up)}${up > 0 ? '+' : ''}${name}${down > 0 ? '+' : ''}${hops(down)}`
}

/** Reads a line; null for a text that is none. */
export function readSelector(text: string): Selector | null {
  const [, up, name = '', down] = /^\s*(?:(\d*)\+)?(\S(?:.*\S)?)\s*$/.exec(text) ?? []
  const [, inner = name, after] = /^(.+?)\+(\d*)$/.exec(name) ?? [null, name, down]
  return inner === '' || inner === '+'
    ? null
    : { name: inner, up: readHops(up), down: readHops(after) }
}

/** As many hops as there are need no number. */
function hops(count: number): string {
  return count === 0 || count === MOST_HOPS ? '' : String(count)
}

/** Nothing before the sign means all, no sign none. */
function readHops(text: string | undefined): number {
  if (text === undefined) return 0
  return text === '' ? MOST_HOPS : Math.min(Number(text), MOST_HOPS)
}
