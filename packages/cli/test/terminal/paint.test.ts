import { expect, test } from 'vitest'
import { createPaint, hasColour } from '../../src/terminal/paint.ts'
import { captureOutput } from '../support/captured-effects.ts'

test.each([
  ['a terminal', true, {}, true],
  ['a pipe', false, {}, false],
  ['a terminal with NO_COLOR', true, { NO_COLOR: '1' }, false],
  ['a terminal with an empty NO_COLOR', true, { NO_COLOR: '' }, true],
  ['a dumb terminal', true, { TERM: 'dumb' }, false],
  ['a pipe with FORCE_COLOR', false, { FORCE_COLOR: '1' }, true],
  ['a pipe with an empty FORCE_COLOR', false, { FORCE_COLOR: '' }, true],
  ['a terminal with FORCE_COLOR=0', true, { FORCE_COLOR: '0' }, false],
  ['FORCE_COLOR against NO_COLOR', false, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
])('colours on %s', (_name, isTerminal, env, coloured) => {
  expect(hasColour(captureOutput(isTerminal).output, env)).toBe(coloured)
})

test('paints on a terminal and leaves text alone in a pipe', () => {
  expect(createPaint(captureOutput(true).output, {})('title', 'x')).toBe('\u001b[1mx\u001b[22m')
  expect(createPaint(captureOutput(false).output, {})('title', 'x')).toBe('x')
})
