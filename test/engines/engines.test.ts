import { afterEach, expect, test, vi } from 'vitest'
import { installStep, startChild } from './support/engine.ts'
import { isEngineTested } from './support/engines.ts'

afterEach(() => vi.unstubAllEnvs())

test('a run that names engines tests these and no others', () => {
  vi.stubEnv('TRIBUTARY_ENGINES', 'clickhouse')
  expect(isEngineTested('postgresql', true)).toBe(false)
})

test('a child that is ready can be stopped', async () => {
  const child = await startChild({
    ...{ command: process.execPath, seconds: 30 },
    args: ['-e', 'console.log("ready"); setInterval(() => {}, 1000)'],
    isReady: (written) => written.includes('ready'),
  })
  await child.stop()
})

test('a child that ends before it is ready rejects with what it wrote', async () => {
  const args = ['-e', 'console.error("no port is free"); process.exit(1)']
  const starting = startChild({
    ...{ command: process.execPath, seconds: 30, args, isReady: () => false },
  })
  await expect(starting).rejects.toThrow(/ended before it was ready: no port is free/)
})

test('a step of an installation that takes too long says what to do', async () => {
  const step = installStep({
    command: process.execPath,
    args: ['-e', 'setInterval(() => {}, 1000)'],
    seconds: 0.3,
    advice: 'Install it by hand.',
  })
  await expect(step).rejects.toThrow(/took longer than 0\.3 s\nInstall it by hand\.$/)
})
