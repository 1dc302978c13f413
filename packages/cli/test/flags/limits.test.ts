import { Command } from 'commander'
import { expect, test } from 'vitest'
import { addLimitFlags, type LimitFlags, toLimitOptions } from '../../src/flags/limits.ts'

function optionsFrom(argv: readonly string[]): unknown {
  const command = new Command().exitOverride().configureOutput({ writeErr: () => {} })
  addLimitFlags(command)
  command.parse(argv, { from: 'user' })
  return toLimitOptions(command.opts<LimitFlags>())
}

test('leaves the limits to the platform when nothing is said', () => {
  expect(optionsFrom([])).toEqual({ questionLimits: {} })
})

test('reads every limit', () => {
  const flags = {
    '--max-rows': '500',
    '--max-filters': '10',
    '--max-dimensions': '5',
    '--questions': '6',
    '--questions-per-tenant': '2',
    '--waiting-questions': '0',
    '--engine-memory': '2GiB',
    '--data-memory': '0',
    '--process-memory': '3GiB',
  }
  expect(optionsFrom(Object.entries(flags).flat())).toEqual({
    maxRows: 500,
    questionLimits: { filters: 10, dimensions: 5, running: 6, runningPerTenant: 2, waiting: 0 },
    engineBytes: 2 ** 31,
    memoryBytes: 0,
    processBytes: 3 * 2 ** 30,
  })
})

test.each([
  ['--max-rows', '0'],
  ['--questions', 'many'],
  ['--waiting-questions', '-1'],
  ['--engine-memory', '2 turtles'],
])('refuses %s %s', (flag, value) => {
  expect(() => optionsFrom([flag, value])).toThrow()
})
