import { styleText } from 'node:util'
import type { Effects, Output } from './effects.ts'

/** The meaning of a piece of text, which decides its colour. */
export type Role =
  | 'title'
  | 'heading'
  | 'faint'
  | 'with'
  | 'against'
  | 'warning'
  | 'error'
  | 'plain'

/** Colours `text` for `role`; returns `text` itself on an output without colours. */
export type Paint = (role: Role, text: string) => string

const LOOKS: Readonly<Record<Role, Parameters<typeof styleText>[0]>> = {
  title: 'bold',
  heading: ['bold', 'cyan'],
  faint: 'dim',
  with: 'yellow',
  against: 'blue',
  warning: 'magenta',
  error: ['bold', 'red'],
  plain: [],
}

/**
 * Whether `output` shows colours: a terminal does, unless NO_COLOR is set or TERM is `dumb`.
 * FORCE_COLOR decides before all of that: `0` or `false` is no, anything else is yes.
 */
export function hasColour(output: Output, env: Effects['env']): boolean {
  const forced = env.FORCE_COLOR
  if (forced !== undefined) return forced !== '0' && forced !== 'false'
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false
  return output.isTerminal && env.TERM !== 'dumb'
}

/** The paint for an output. */
export function createPaint(output: Output, env: Effects['env']): Paint {
  if (!hasColour(output, env)) return (_role, text) => text
  return (role, text) =>
    role === 'plain' || text === '' ? text : styleText(LOOKS[role], text, { validateStream: false })
}
