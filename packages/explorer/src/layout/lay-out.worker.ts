import { layOut, type Sizes } from './lay-out.ts'
import type { Digraph } from './layers.ts'

/** Lays out each graph that is sent, and sends the places back under its number. */
addEventListener('message', (event: MessageEvent<{ id: number; graph: Digraph; sizes: Sizes }>) => {
  const { id, graph, sizes } = event.data
  postMessage({ id, layout: layOut(graph, sizes) })
})
