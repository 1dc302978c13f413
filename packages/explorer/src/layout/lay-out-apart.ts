import type { Layout, Sizes } from './lay-out.ts'
import workerAddress from './lay-out.worker.ts?worker&url'
import type { Digraph } from './layers.ts'

interface Policy {
  createScriptURL(text: string): string
}

declare global {
  interface Window {
    readonly trustedTypes?: {
      createPolicy(name: string, rules: { createScriptURL(text: string): string }): Policy
    }
  }
}

/** Lets a script of the own origin be loaded, and no other. */
function trusted(address: string): string {
  const own = new URL(address, location.href)
  if (own.origin !== location.origin) throw new Error(`${own.origin} is another origin`)
  const rules = { createScriptURL: () => own.href }
  return window.trustedTypes?.createPolicy('tributary', rules).createScriptURL(own.href) ?? own.href
}

let worker: Worker | null = null
let asked = 0

/** Lays a graph out in a worker, so that the page stays usable meanwhile. */
export function layOutApart(graph: Digraph, sizes: Sizes): Promise<Layout> {
  worker ??= new Worker(trusted(workerAddress), { type: 'module' })
  const own = worker
  asked += 1
  const id = asked
  return new Promise((resolve, reject) => {
    const answer = (event: MessageEvent<{ id: number; layout: Layout }>) => {
      if (event.data.id !== id) return
      own.removeEventListener('message', answer)
      resolve(event.data.layout)
    }
    own.addEventListener('message', answer)
    own.addEventListener('error', (event) => reject(new Error(event.message)), { once: true })
    own.postMessage({ id, graph, sizes })
  })
}
