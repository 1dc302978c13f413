import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Worker } from 'node:worker_threads'
import type { LineageGraph } from '@tributary/lineage'
import { pairs } from '@tributary/lineage/internal'
import type { Platform } from '@tributary/platform'
import { serve } from '@tributary/server'

/** How allLineage went. */
export interface StreamTimes {
  readonly ms: number
  readonly bytes: number
  readonly longestBlockMs: number
}

/** Asks for all edges over HTTP, from a thread of its own that reads as fast as it can. */
export async function streamAll(graph: LineageGraph): Promise<StreamTimes> {
  const platform = onlyLineage(graph)
  const server = await serve({ platform, host: '127.0.0.1', port: 0 })
  try {
    let best: StreamTimes | null = null
    for (let round = 0; round < 3; round++) {
      const delay = monitorEventLoopDelay({ resolution: 1 })
      delay.enable()
      const { ms, bytes } = await read(`${server.url}/api/v1/lineage/queryAll`)
      delay.disable()
      if (best === null || ms < best.ms) best = { ms, bytes, longestBlockMs: delay.max / 1e6 }
    }
    return best!
  } finally {
    await server.close()
  }
}

/** A platform that has a lineage and a caller, and nothing else. */
function onlyLineage(graph: LineageGraph): Platform {
  const caller = {
    tenant: 'bench',
    account: 'bench',
    displayName: 'bench',
    role: 'OWNER',
    grants: [],
  }
  const edges = function* () {
    for (const { src, dst } of pairs(graph)) yield { srcVertex: src, dstVertex: dst }
  }
  const part = {
    authenticate: async () => caller,
    lineageEdges: async () => edges(),
    close: async () => {},
  }
  return part as unknown as Platform
}

const READER = `
const { get } = require('node:http')
const { parentPort, workerData } = require('node:worker_threads')
const headers = { 'tenant-id': 'bench', 'auth-type': 'ACCOUNT', 'auth-value': 'bench' }
const begin = performance.now()
let bytes = 0
get(workerData, { headers }, (response) => {
  response.on('data', (chunk) => { bytes += chunk.length })
  response.on('end', () => parentPort.postMessage({
    ms: performance.now() - begin, bytes, status: response.statusCode,
  }))
})
`

function read(url: string): Promise<{ readonly ms: number; readonly bytes: number }> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(READER, { eval: true, workerData: url })
    worker.once('error', reject)
    worker.once('message', (message: { ms: number; bytes: number; status: number }) => {
      if (message.status === 200) resolve(message)
      else reject(new Error(`allLineage answers ${message.status}.`))
    })
  })
}
