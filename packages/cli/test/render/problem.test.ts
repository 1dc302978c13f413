import { expect, test } from 'vitest'
import { renderProblem } from '../../src/render/problem.ts'

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
