import { TributaryError } from '@tributary/core'
import { expect, test } from 'vitest'
import { renderError, renderProblem } from '../../src/render/error.ts'
import { plainPaint } from '../support/plain-paint.ts'

test('gives the sentence and the stable name', () => {
  const error = new TributaryError('CATALOG_UNKNOWN_METRIC', 'No metric is called "x"')
  expect(renderError(error, plainPaint)).toEqual([
    'error: No metric is called "x"',
    '  CATALOG_UNKNOWN_METRIC',
  ])
})

test('says its lines without what could steer the terminal', () => {
  const error = new TributaryError('X', 'Two mistakes:\n"\u001b[31mred"\n"\u202eright"')
  expect(renderError(error, plainPaint)[0]).toBe(
    'error: Two mistakes:\n"\\u{1b}[31mred"\n"\\u{202e}right"',
  )
})

test('points into the text that the error is about', () => {
  const error = new TributaryError('EXPRESSION_UNKNOWN_FIELD', 'There is no field [delya].', {
    details: { text: '東 AND\n[delya] > 3', span: { start: 6, end: 13 } },
  })
  expect(renderError(error, plainPaint)).toEqual([
    'error: There is no field [delya].',
    '  ',
    '  [delya] > 3',
    '  ^^^^^^^',
    '  EXPRESSION_UNKNOWN_FIELD',
  ])
})

test('leaves out a place that does not fit the text', () => {
  const error = new TributaryError('X', 'Wrong.', {
    details: { text: 'ab', span: { start: 9, end: 9 } },
  })
  expect(renderError(error, plainPaint)).toEqual(['error: Wrong.', '  X'])
})

const problem = {
  file: '/home/ada/flights/workspace.yaml',
  line: 12,
  column: 5,
  path: 'metrics[3].expr',
  message: 'There is no metric "flight_cuont"',
  suggestion: 'did you mean "flight_count"?',
}

test('names place, path, message and suggestion', () => {
  expect(renderProblem(problem, '/home/ada')).toBe(
    'flights/workspace.yaml:12:5 metrics[3].expr: There is no metric "flight_cuont" (did you mean "flight_count"?)',
  )
})

test('leaves out what is not known', () => {
  expect(renderProblem({ ...problem, path: '', suggestion: null }, '/home/ada')).toBe(
    'flights/workspace.yaml:12:5: There is no metric "flight_cuont"',
  )
})

test('is one line that cannot steer the terminal, whatever the file says', () => {
  const steering = {
    ...problem,
    path: 'a\u001b[2J',
    message: 'found "a\nb\u202e"',
    suggestion: null,
  }
  expect(renderProblem(steering, '/home/ada')).toBe(
    'flights/workspace.yaml:12:5 a\\u{1b}[2J: found "a\\nb\\u{202e}"',
  )
})
