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
function toTrustedUrl(address: string): string {
  const scriptUrl = new URL(address, location.href)
  if (scriptUrl.origin !== location.origin) throw new Error(`${scriptUrl.origin} is another origin`)
  const rules = { createScriptURL: () => scriptUrl.href }
  return (
    window.trustedTypes?.createPolicy('tributary', rules).createScriptURL(scriptUrl.href) ??
    scriptUrl.href
  )
}

let worker: Worker | null = null
let lastRequestId = 0

/** Lays a graph out in a worker, so that the page stays usable meanwhile. */
export function layOutApart(graph: Digraph, sizes: Sizes): Promise<Layout> {
  worker ??= new Worker(toTrustedUrl(workerAddress), { type: 'module' })
  const layoutWorker = worker
  lastRequestId += 1
  const id = lastRequestId
  return new Promise((resolve, reject) => {
    const answer = (event: MessageEvent<{ id: number; layout: Layout }>) => {
      if (event.data.id !== id) return
      layoutWorker.removeEventListener('message', answer)
      resolve(event.data.layout)
    }
    layoutWorker.addEventListener('message', answer)
    layoutWorker.addEventListener('error', (event) => reject(new Error(event.message)), {
      once: true,
    })
    layoutWorker.postMessage({ id, graph, sizes })
  })
}
