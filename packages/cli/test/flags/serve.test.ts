import { Command } from 'commander'
import { expect, test } from 'vitest'
import { addServeFlags, type ServeFlags, toServeSettings } from '../../src/flags/serve.ts'

function settingsFrom(argv: readonly string[]): unknown {
  const command = new Command().exitOverride().configureOutput({ writeErr: () => {} })
  addServeFlags(command)
  command.parse(argv, { from: 'user' })
  return toServeSettings(command.opts<ServeFlags>())
}

test('logs every request and leaves the rest to the server when nothing is said', () => {
  expect(settingsFrom([])).toEqual({ logLevel: 'info' })
})

test('reads seconds as milliseconds, and the rest as it stands', () => {
  const flags = {
    '--log': 'error',
    '--rate-limit': '0.5',
    '--account-rate-limit': '20',
    '--body-limit': '2048',
    '--request-timeout': '5',
    '--answer-timeout': '120',
    '--close-timeout': '1',
  }
  expect(settingsFrom(Object.entries(flags).flat())).toEqual({
    logLevel: 'error',
    rateLimit: { requestsPerSecond: 0.5 },
    accountRateLimit: { requestsPerSecond: 20, burst: 200 },
    bodyLimit: 2_048,
    requestTimeout: 5_000,
    answerTimeout: 120_000,
    closeTimeout: 1_000,
  })
})

test('an account has no limit when it is off', () => {
  expect(settingsFrom(['--account-rate-limit', 'off'])).toMatchObject({ accountRateLimit: 'off' })
})

test('the sites that may embed the explorer imply it', () => {
  expect(settingsFrom(['--explorer'])).toMatchObject({ explorer: true })
  const sites = ['https://a.example.com', 'https://b.example.com:8443']
  expect(settingsFrom(['--explorer-origins', sites.join(', ')])).toMatchObject({
    explorer: { origins: sites },
  })
})

test.each([
  ['--log', 'debug'],
  ['--rate-limit', '0'],
  ['--rate-limit', '1e3'],
  ['--account-rate-limit', 'none'],
  ['--body-limit', '1'],
  ['--answer-timeout', '0'],
  ['--answer-timeout', '1.5'],
  ['--close-timeout', '-1'],
])('refuses %s %s', (flag, value) => {
  expect(() => settingsFrom([flag, value])).toThrow()
})
