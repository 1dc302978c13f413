import type { Paint } from '../../src/terminal/paint.ts'

/** No colours. */
export const plainPaint: Paint = (_role, text) => text

/** Shows roles as `<role:text>`. */
export const markingPaint: Paint = (role, text) => (role === 'plain' ? text : `<${role}:${text}>`)
