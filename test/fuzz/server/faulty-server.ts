import { createServer } from 'node:http'
import { basename } from 'node:path'

// A server with every fault that the search looks for: a request names the fault that it wants. Its argument is the
// folder of its world.
const [folder = ''] = process.argv.slice(2)
const ENVELOPE = { data: null, success: true, code: '200' }
const HELD: Buffer[] = []

const FAULTS: Readonly<Record<string, () => readonly [status: number, body: object | string]>> = {
  none: () => [200, ENVELOPE],
  crash: () => [500, { ...ENVELOPE, success: false, code: '500', traceId: 'a1' }],
  form: () => [200, '<html>'],
  block: () => {
    const read = () => Object.values(process.threadCpuUsage()).reduce((sum, part) => sum + part, 0)
    const from = read()
    while (read() - from < 300_000) Math.hypot(...Array.from({ length: 10_000 }, (_, i) => i))
    return [200, ENVELOPE]
  },
  silence: () => {
    for (;;) Math.random()
  },
  memory: () => {
    for (let i = 0; i < 16; i++) HELD.push(Buffer.alloc(2 ** 24, 1))
    return [200, ENVELOPE]
  },
  death: () => process.exit(3),
  rows: () => [200, { ...ENVELOPE, data: basename(folder) }],
  names: () => [200, { ...ENVELOPE, data: 'a secret_name' }],
  texts: () => [200, { ...ENVELOPE, data: 'Conversion Error: no number' }],
}

const server = createServer((request, response) => {
  let text = ''
  request.on('data', (part) => {
    text += part
  })
  request.on('end', () => {
    const fault = /"fault":"(\w+)"/.exec(text)?.[1] ?? 'none'
    const [status, body] = FAULTS[fault]!()
    if (status === 500) {
      const err = { stack: 'TypeError: no field\n    at f (/packages/core/src/clock.ts:7:1)' }
      process.stdout.write(`${JSON.stringify({ err, reqId: 'a1' })}\n`)
    }
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address() as { readonly port: number }
  process.stdout.write(`listening on http://127.0.0.1:${address.port}\n`)
})
