import { expect, test } from 'vitest'
import { logFaults } from '../../src/session/serve.ts'
import { captureOutput } from '../support/captured-effects.ts'

const fault = {
  message: 'The schedule of the plan "by_day" could not be followed.',
  tenant: 'shop',
  scheduleTime: new Date('2024-05-10T00:30:00Z'),
}

test('a fault in the background is a line of the log, with plan and time', () => {
  const { output, text } = captureOutput(false)
  const log = logFaults(output)
  const error = Object.assign(new Error('gone'), { code: 'STORE_GONE' })
  log({ ...fault, plan: 'by_day', table: null, error })
  log({ ...fault, plan: null, table: 'a.b.c', scheduleTime: null, error: 'a text' })
  const lines = text().trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      ...{ level: 50, time: expect.any(Number), pid: process.pid, hostname: expect.any(String) },
      ...{ tenant: 'shop', plan: 'by_day', scheduleTime: '2024-05-10T00:30:00.000Z' },
      err: { type: 'Error', code: 'STORE_GONE', message: 'gone', stack: error.stack },
      msg: fault.message,
    },
    {
      ...{ level: 50, time: expect.any(Number), pid: process.pid, hostname: expect.any(String) },
      ...{ tenant: 'shop', table: 'a.b.c', scheduleTime: null, msg: fault.message },
    },
  ])
})
