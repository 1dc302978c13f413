import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { openCountingProxy } from '../engines/counting-proxy.ts'
import { processorTimeBelow } from '../measure/processor-time.ts'

test('the counting proxy counts the bytes that the engine sends, headers included', async () => {
  const text = 'x'.repeat(300_000)
  const server = createServer((_, response) => response.end(text)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const proxy = await openCountingProxy(new URL(`http://127.0.0.1:${port}`))
  expect(proxy.received()).toBe(0)
  const answer = await fetch(`http://${proxy.address}`)
  expect(await answer.text()).toBe(text)
  expect(proxy.received()).toBeGreaterThan(text.length)
  expect(proxy.received()).toBeLessThan(text.length + 1000)
  await proxy.close()
  server.closeAllConnections()
  server.close()
})

test.runIf(process.platform === 'linux')(
  'processor time is that of the processes below one, and not its own',
  async () => {
    const work =
      'while (process.cpuUsage().user < 200_000); console.log("done"); setInterval(() => {}, 9999)'
    const child = spawn(process.execPath, ['-e', work], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    expect(processorTimeBelow(process.pid)).toBeGreaterThanOrEqual(190)
    expect(processorTimeBelow(child.pid!)).toBe(0)
    child.kill('SIGKILL')
    await once(child, 'exit')
  },
)
